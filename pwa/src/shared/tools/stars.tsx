import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { messages } from '../messages.ts';
import classes from './stars.module.css';

const five = [1, 2, 3, 4, 5];

/** A rating from 1 to 5 as that many stars, and in words. */
export function Stars({ rating, words = messages.home.stars(rating) }: { rating: number; words?: string }) {
  return (
    <span className={classes.stars}>
      <span aria-hidden className={classes.row}>
        {five.map((place) =>
          place <= rating ? (
            <IconStarFilled key={place} size={18} />
          ) : (
            <IconStar key={place} size={18} className={classes.empty} />
          ),
        )}
      </span>{' '}
      {words}
    </span>
  );
}
