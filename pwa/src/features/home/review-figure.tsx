import type { Review } from '@karigar/bff/contracts';
import type { ReactNode } from 'react';
import { Stars } from '../../shared/tools/stars.tsx';
import { Card } from '../../shared/ui/blocks.tsx';
import classes from './customer-reviews.module.css';

/** One review: its stars, its words and who wrote it. `children` come last. */
export function ReviewFigure({ review, children }: { review: Review; children?: ReactNode }) {
  return (
    <Card as="figure" className={classes.review}>
      <Stars rating={review.rating} />
      {review.reviews !== '' && <blockquote className={classes.words}>{review.reviews}</blockquote>}
      <figcaption className={classes.name}>{review.name}</figcaption>
      {children}
    </Card>
  );
}
