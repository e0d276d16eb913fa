import { Anchor, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { useReviews, useTools } from '../../shared/saved/catalogue.ts';
import { SavedView } from '../../shared/saved/saved-view.tsx';
import { ReviewFigure } from '../../shared/tools/review-figure.tsx';
import shelf from '../../shared/tools/tool-grid.module.css';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { LoadingButton } from '../../shared/ui/loading-button.tsx';
import classes from './home.module.css';

const step = 6;
const places = [0, 1, 2];

/** What customers wrote, newest first; more come on demand. */
export function CustomerReviews() {
  const reviews = useReviews();
  const tools = useTools().data;
  const [shown, setShown] = useState(step);
  const loading = reviews.data === undefined && reviews.failure === null;
  const rest = (reviews.data?.length ?? 0) - shown;
  return (
    <section className={classes.section} aria-labelledby="reviews-title" aria-busy={loading}>
      <h2 id="reviews-title" className={`${classes.title} ${classes.head}`}>
        {messages.home.reviews}
      </h2>
      <SavedView
        saved={reviews}
        loading={
          <div className={classes.reviews}>
            {places.map((place) => (
              <Skeleton key={place} height={190} radius="lg" />
            ))}
          </div>
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
            <div className={classes.reviews}>
              {all.slice(0, shown).map((review) => {
                // Leads to the tool that it is of, while that is sold.
                const tool = tools?.find(({ _id }) => _id === review.toolId);
                const about = tool && (
                  <Anchor component={Link} to={paths.tool(tool._id)} inherit>
                    {tool.name}
                  </Anchor>
                );
                return <ReviewFigure key={review._id} review={review} about={about} />;
              })}
            </div>
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
    </section>
  );
}
