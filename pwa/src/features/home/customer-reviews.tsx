import type { Review, Tool } from '@karigar/bff/contracts';
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
import classes from './customer-reviews.module.css';
import section from './section.module.css';

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
              {all.slice(0, shown).map((review) => (
                <ReviewFigure
                  key={review._id}
                  review={review}
                  about={<ToolLink tools={tools} review={review} />}
                />
              ))}
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

/** Leads to the tool that a review is of, while it is sold. */
function ToolLink({ tools, review: { toolId } }: { tools: Tool[] | undefined; review: Review }) {
  const tool = toolId === null ? undefined : tools?.find(({ _id }) => _id === toolId);
  return (
    tool && (
      <Anchor component={Link} to={paths.tool(tool._id)} inherit>
        {tool.name}
      </Anchor>
    )
  );
}
