import { Skeleton } from '@mantine/core';
import classes from './tool-card.module.css';
import { cardPictureSizes } from './tool-card.tsx';
import { WaitingPicture } from './waiting-picture.tsx';

/** A tool card that is on its way, in the card's own boxes. `place` in a list whose pictures may come before the cards. */
export function ToolCardSkeleton({ place }: { place?: number }) {
  return (
    <div className={classes.card} aria-hidden>
      {place === undefined ? (
        <Skeleton radius={0} style={{ aspectRatio: '4 / 3' }} />
      ) : (
        <WaitingPicture place={place} sizes={cardPictureSizes} className={classes.picture ?? ''} />
      )}
      <div className={classes.words}>
        <Skeleton height={25} width="70%" />
        <div className={classes.description}>
          <Skeleton height={16} mt={4} />
          <Skeleton height={16} width="60%" mt={8} />
        </div>
        <Skeleton height={44} width="80%" />
        <Skeleton height={44} />
      </div>
    </div>
  );
}
