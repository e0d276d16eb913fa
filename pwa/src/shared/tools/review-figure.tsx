import type { Review } from '@karigar/bff/contracts';
import type { ReactNode } from 'react';
import { useStore } from '../store.ts';
import { Card } from '../ui/blocks.tsx';
import { dateOf, timeZone } from '../ui/time.ts';
import classes from './review-figure.module.css';
import { Stars } from './stars.tsx';

interface ReviewFigureProps {
  review: Review;
  /** What the review is of, where its page does not say so. */
  about?: ReactNode;
  /** Comes last. */
  children?: ReactNode;
}

/** One review: its stars, its words, who wrote it and when, whether they bought the tool, and the shop's answer. */
export function ReviewFigure({ review, about, children }: ReviewFigureProps) {
  // Public pages are not drawn anew when the shop's time zone turns out to be another one.
  useStore(timeZone);
  const { rating, reviews, name, createdAt, verified, reply } = review;
  return (
    <Card as="figure" className={classes.review}>
      <Stars rating={rating} />
      {about}
      {reviews !== '' && <blockquote className={classes.words}>{reviews}</blockquote>}
      <figcaption className={classes.name}>
        {name}, <time dateTime={createdAt}>{dateOf(createdAt)}</time>{' '}
        {verified && <strong className={classes.verified}>Verified buyer</strong>}
      </figcaption>
      {reply !== null && (
        <div className={classes.reply}>
          <strong>Karigar answers</strong>
          <p className={classes.words}>{reply.text}</p>
        </div>
      )}
      {children}
    </Card>
  );
}
