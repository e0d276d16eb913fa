import { Skeleton } from '@mantine/core';
import classes from './tool-card.module.css';
import { cardPictureSizes } from './tool-card.tsx';
import names from './tool-name.module.css';
import { WaitingPicture } from './waiting-picture.tsx';
import { WaitingWords } from './waiting-words.tsx';

/**
 * A tool card that is on its way, in the card's own boxes. `place` in a list whose names and prices may come before the cards, and
 * their pictures too unless `hasPicture` is false; `dense` as of the card.
 */
export function ToolCardSkeleton({ place, hasPicture = true, dense = false }: ToolCardSkeletonProps) {
  return (
    <div className={classes.card} data-dense={dense || undefined} aria-hidden>
      {place === undefined || !hasPicture ? (
        <Skeleton radius={0} style={{ aspectRatio: '4 / 3' }} />
      ) : (
        <WaitingPicture place={place} sizes={cardPictureSizes(dense)} className={classes.picture ?? ''} />
      )}
      <div className={classes.words}>
        <div className={classes.name}>
          <WaitingWords place={place} field="name" className={names.name}>
            <Skeleton height="1.2em" width="70%" />
          </WaitingWords>
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
            <WaitingWords place={place} field="price" className="tabular">
              <Skeleton height="1.55em" width="3em" />
            </WaitingWords>
          </span>
          <Skeleton className={classes.waitingButton ?? ''} height={44} width="9.5rem" />
        </div>
      </div>
    </div>
  );
}

interface ToolCardSkeletonProps {
  place?: number;
  hasPicture?: boolean;
  dense?: boolean;
}
