import type { Review } from '@karigar/bff/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getHiddenReviews, hideReview } from '../../shared/api/calls.ts';
import { failureText } from '../../shared/api/failure.ts';
import { withQueries } from '../../shared/queries/queries.tsx';
import { rereadReviews } from '../../shared/saved/catalogue.ts';
import { Grid } from '../../shared/ui/blocks.tsx';
import { LoadingButton } from '../../shared/ui/loading-button.tsx';
import { notifyFailure, notifySuccess } from '../../shared/ui/toast.ts';
import { ReviewFigure } from './review-figure.tsx';

/** The button with which an admin hides a review from customers (`hidden`), or shows it again. */
export function HideReview({ review: { _id, name }, hidden }: { review: Review; hidden: boolean }) {
  const [busy, setBusy] = useState(false);
  const act = async () => {
    setBusy(true);
    try {
      await hideReview(_id, hidden);
      await rereadReviews();
      notifySuccess(hidden ? 'Customers no longer see this review.' : 'Customers see this review again.');
    } catch (error) {
      notifyFailure(failureText(error));
    }
    setBusy(false);
  };
  const label = hidden ? 'Hide' : 'Show again';
  return (
    <LoadingButton
      variant="default"
      size="compact-md"
      loading={busy}
      aria-label={`${label}: the review by ${name}`}
      onClick={() => void act()}
    >
      {label}
    </LoadingButton>
  );
}

/** The newest reviews that are hidden; read again when those that customers see (`after`) change. */
export const HiddenReviews = withQueries(({ after }: { after: readonly Review[] | undefined }) => {
  const { data: hidden = [], error } = useQuery({
    queryKey: ['hidden-reviews', after?.map(({ _id }) => _id)],
    queryFn: getHiddenReviews,
  });
  if (hidden.length === 0 && error === null) return null;
  return (
    <>
      <h3>Hidden from customers</h3>
      {error !== null && <p role="alert">{failureText(error)}</p>}
      <Grid least="19rem">
        {hidden.map((review) => (
          <ReviewFigure key={review._id} review={review}>
            <HideReview review={review} hidden={false} />
          </ReviewFigure>
        ))}
      </Grid>
    </>
  );
});
