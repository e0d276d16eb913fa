import { Skeleton } from '@mantine/core';
import classes from './tool-card.module.css';
import { cardPictureSizes } from './tool-card.tsx';
import { WaitingPicture } from './waiting-picture.tsx';

/**
 * A tool card that is on its way, in the card's own boxes. `place` in a list whose pictures may come before the cards; `dense` as of
 * the card.
 */
export function ToolCardSkeleton({ place, dense = false }: { place?: number; dense?: boolean }) {
  return (
    <div className={classes.card} data-dense={dense || undefined} aria-hidden>
      {place === undefined ? (
        <Skeleton radius={0} style={{ aspectRatio: '4 / 3' }} />
      ) : (
        <WaitingPicture place={place} sizes={cardPictureSizes(dense)} className={classes.picture ?? ''} />
      )}
      <div className={classes.words}>
        <div className={classes.name}>
          <Skeleton height="1.2em" width="70%" />
        </div>
        <div className={classes.description}>
          <Skeleton height={16} mt={4} />
          <Skeleton height={16} width="60%" mt={8} />
        </div>
        <div className={classes.facts}>
          <Skeleton height={44} width="80%" />
        </div>
        <div className={classes.end}>
          <span className={classes.price}>
            <Skeleton height="1.55em" width="3em" />
          </span>
          <Skeleton className={classes.waitingButton ?? ''} height={44} width="9.5rem" />
        </div>
      </div>
    </div>
  );
}
