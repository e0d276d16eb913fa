import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { useReviews } from '../../shared/saved/catalogue.ts';
import { SavedView } from '../../shared/saved/saved-view.tsx';
import { useSession } from '../../shared/session/session-store.ts';
import shelf from '../../shared/tools/tool-grid.module.css';
import { Grid } from '../../shared/ui/blocks.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { lazyPart } from '../../shared/ui/lazy.tsx';
import { LoadingButton } from '../../shared/ui/loading-button.tsx';
import classes from './customer-reviews.module.css';
import { ReviewFigure } from './review-figure.tsx';
import section from './section.module.css';

const HideReview = lazyPart(() => import('./hide-reviews.tsx'), 'HideReview');
const HiddenReviews = lazyPart(() => import('./hide-reviews.tsx'), 'HiddenReviews');

const step = 6;
const places = [0, 1, 2];

/** What customers wrote, newest first; more come on demand. An admin can hide a review. */
export function CustomerReviews() {
  const reviews = useReviews();
  const isAdmin = useSession().user?.admin === true;
  const [shown, setShown] = useState(step);
  const loading = reviews.data === undefined && reviews.failure === null;
  const rest = (reviews.data?.length ?? 0) - shown;
  return (
    <section
      className={`${section.inner} ${classes.section}`}
      aria-labelledby="reviews-title"
      aria-busy={loading}
    >
      <h2 id="reviews-title" className={section.title}>
        {messages.home.reviews}
      </h2>
      <SavedView
        saved={reviews}
        loading={
          <Grid least="19rem">
            {places.map((place) => (
              <Skeleton key={place} height={190} radius="lg" />
            ))}
          </Grid>
        }
      >
        {(all) =>
          all.length === 0 ? (
            <EmptyState
              picture="card"
              text="No reviews yet."
              link={{ to: paths.addReview, label: 'Write the first review' }}
            />
          ) : (
            <Grid least="19rem">
              {all.slice(0, shown).map((review) => (
                <ReviewFigure key={review._id} review={review}>
                  {isAdmin && <HideReview review={review} hidden />}
                </ReviewFigure>
              ))}
            </Grid>
          )
        }
      </SavedView>
      {(loading || rest > 0) && (
        <div className={shelf.more}>
          <LoadingButton variant="default" size="md" loading={loading} onClick={() => setShown(shown + step)}>
            Show more reviews
          </LoadingButton>
        </div>
      )}
      {isAdmin && <HiddenReviews after={reviews.data} />}
    </section>
  );
}
