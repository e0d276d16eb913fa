import type { Review } from '@karigar/bff/contracts';
import { useEffect, useState } from 'react';
import { getHiddenReviews, hideReview } from '../../shared/api/calls.ts';
import { failureText } from '../../shared/api/failure.ts';
import { rereadReviews } from '../../shared/saved/catalogue.ts';
import { LoadingButton } from '../../shared/ui/loading-button.tsx';
import { notifyFailure, notifySuccess } from '../../shared/ui/toast.ts';
import classes from './customer-reviews.module.css';
import { ReviewFigure } from './review-figure.tsx';

/** The button with which an admin hides a review from customers (`hidden`), or shows it again. */
export function HideReview({ review: { _id, name }, hidden }: { review: Review; hidden: boolean }) {
  const [busy, setBusy] = useState(false);
  const act = async () => {
    setBusy(true);
    try {
      await hideReview(_id, hidden);
      await rereadReviews();
      void notifySuccess(
        hidden ? 'Customers no longer see this review.' : 'Customers see this review again.',
      );
    } catch (error) {
      void notifyFailure(failureText(error));
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
export function HiddenReviews({ after }: { after: readonly Review[] | undefined }) {
  const [hidden, setHidden] = useState<readonly Review[] | string>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a review that is hidden or shown again changes both lists.
  useEffect(() => {
    let current = true;
    getHiddenReviews()
      .catch(failureText)
      .then((read) => current && setHidden(read));
    return () => {
      current = false;
    };
  }, [after]);
  if (hidden.length === 0) return null;
  return (
    <>
      <h3>Hidden from customers</h3>
      {typeof hidden === 'string' ? (
        <p role="alert">{hidden}</p>
      ) : (
        <div className={classes.grid}>
          {hidden.map((review) => (
            <ReviewFigure key={review._id} review={review}>
              <HideReview review={review} hidden={false} />
            </ReviewFigure>
          ))}
        </div>
      )}
    </>
  );
}
