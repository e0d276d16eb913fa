import { Skeleton } from '@mantine/core';
import { createElement, type ReactNode } from 'react';
import classes from './tool-card.module.css';
import { cardPictureSizes } from './tool-card.tsx';
import names from './tool-name.module.css';
import { WaitingPicture } from './waiting-picture.tsx';

/**
 * The place of a tool's name or price while the tool is not known: `children` stand there. In the HTML that the build draws they are
 * marked for the server, which knows the tools and puts the words of the one at `place` of the page's list there, in a span of
 * this class.
 */
function WaitingWords({
  place,
  field,
  className = '',
  children,
}: {
  place: number | undefined;
  field: 'name' | 'price';
  className?: string | undefined;
  children: ReactNode;
}) {
  if (!import.meta.env.SSR || place === undefined) return children;
  return createElement(
    'tool-words',
    { class: className, 'data-place': place, 'data-field': field },
    children,
  );
}

/**
 * A tool card that is on its way, in the card's own boxes. `place` in a list whose names and prices may come before the cards, and
 * their pictures too unless `hasPicture` is false; `short` as of the card.
 */
export function ToolCardSkeleton({ place, hasPicture = true, short = false }: ToolCardSkeletonProps) {
  return (
    <div className={classes.card} data-short={short || undefined} aria-hidden>
      {place === undefined || !hasPicture ? (
        <Skeleton radius={0} style={{ aspectRatio: '4 / 3' }} />
      ) : (
        <WaitingPicture place={place} sizes={cardPictureSizes} className={classes.picture} />
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
  short?: boolean;
}
