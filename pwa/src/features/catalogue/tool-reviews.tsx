import type { Review } from '@karigar/bff/contracts';
import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { failureText } from '../../shared/api/failure.ts';
import { paths } from '../../shared/paths.ts';
import type { ToolReviewsRow } from '../../shared/saved/public-data.ts';
import { SavedView } from '../../shared/saved/saved-view.tsx';
import { readReviews, useToolReviews } from '../../shared/saved/tool-reviews.ts';
import { ReviewFigure } from '../../shared/tools/review-figure.tsx';
import { Stars } from '../../shared/tools/stars.tsx';
import shelf from '../../shared/tools/tool-grid.module.css';
import { Grid } from '../../shared/ui/blocks.tsx';
import { LoadingButton } from '../../shared/ui/loading-button.tsx';
import { notifyFailure } from '../../shared/ui/toast.ts';
import classes from './tool-page.module.css';

/** The rating of a tool and its reviews, newest first, with the way to write one. */
export function ToolReviews({ toolId }: { toolId: string }) {
  const saved = useToolReviews(toolId);
  return (
    <section className={classes.section} aria-labelledby="reviews-title">
      <h2 id="reviews-title">Reviews</h2>
      <SavedView aged saved={saved} loading={<Skeleton height={120} radius="lg" />}>
        {(data) => (
          <>
            <Rated {...data} />
            <Button component={Link} to={paths.addReviewOf(toolId)} variant="default" size="md" mb="lg">
              Write a review
            </Button>
            <List key={`${toolId} ${data.reviews[0]?._id}`} data={data} />
          </>
        )}
      </SavedView>
    </section>
  );
}

function Rated({ rating }: Pick<ToolReviewsRow, 'rating'>) {
  if (rating === null) return <p>No reviews yet.</p>;
  const { average, count } = rating;
  return (
    <p>
      <Stars
        rating={Math.round(average)}
        words={`${average} of 5, ${count === 1 ? '1 review' : `${count} reviews`}`}
      />
    </p>
  );
}

/** The saved reviews; older ones are read on demand. */
function List({ data: { toolId, reviews, nextCursor } }: { data: ToolReviewsRow }) {
  const [older, setOlder] = useState<{ reviews: Review[]; nextCursor: string | null }>({
    reviews: [],
    nextCursor,
  });
  const [loading, setLoading] = useState(false);
  const more = async (cursor: string) => {
    setLoading(true);
    try {
      const page = await readReviews(toolId, cursor);
      setOlder({ ...page, reviews: [...older.reviews, ...page.reviews] });
    } catch (error) {
      void notifyFailure(failureText(error));
    }
    setLoading(false);
  };
  const cursor = older.nextCursor;
  return (
    <>
      <Grid least="19rem">
        {[...reviews, ...older.reviews].map((review) => (
          <ReviewFigure key={review._id} review={review} />
        ))}
      </Grid>
      {cursor !== null && (
        <div className={shelf.more}>
          <LoadingButton variant="default" size="md" loading={loading} onClick={() => void more(cursor)}>
            Show older reviews
          </LoadingButton>
        </div>
      )}
    </>
  );
}
