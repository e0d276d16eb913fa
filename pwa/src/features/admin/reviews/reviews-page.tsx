import type { HiddenReview, HidingReason, Review } from '@karigar/bff/contracts';
import { Anchor, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { call, reply } from '../../../shared/api/call.ts';
import { pageOf } from '../../../shared/api/calls.ts';
import { failureText } from '../../../shared/api/failure.ts';
import { ReasonDialog } from '../../../shared/dialog/reason-dialog.tsx';
import { paths } from '../../../shared/paths.ts';
import { Freshness, withQueries } from '../../../shared/queries/queries.tsx';
import { rereadReviews, useTools } from '../../../shared/saved/catalogue.ts';
import { ReviewFigure } from '../../../shared/tools/review-figure.tsx';
import { Grid } from '../../../shared/ui/blocks.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ErrorPanel } from '../../../shared/ui/error-panel.tsx';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { RowSkeletons } from '../../../shared/ui/skeletons.tsx';
import { notifyFailure, notifySuccess } from '../../../shared/ui/toast.ts';
import { useAddress } from '../use-address.ts';
import { useOverlay } from '../use-overlay.tsx';
import { AnswerDialog } from './answer-dialog.tsx';

/** Why a review is hidden, in the words that admins choose from. */
const hidingWords: Readonly<Record<HidingReason, string>> = {
  offensive: 'It is offensive',
  'personal-data': 'It holds personal data',
  advertising: 'It advertises something else',
  untrue: 'It is untrue',
  other: 'Another reason',
};

const perPage = 20;

const readPage = async (hidden: boolean, cursor: string) => {
  const query = { limit: perPage, ...(cursor !== '' && { cursor }) };
  const { items, nextCursor } = hidden
    ? pageOf<Review | HiddenReview>(await reply('GET /reviews/hidden', { query }))
    : pageOf<Review | HiddenReview>(await reply('GET /reviews', { query }));
  return { items, nextCursor };
};

/** The reviews of the shop and its tools, newest first, or those that are hidden: an admin hides, shows and answers them. */
function ReviewsPage() {
  const { word, change } = useAddress();
  const [hidden, cursor] = [word('show') === 'hidden', word('cursor')];
  const reviews = useQuery({
    queryKey: ['reviews', hidden, cursor],
    queryFn: () => readPage(hidden, cursor),
  });
  const { data: page, error } = reviews;
  const tools = useTools().data;
  const { open, overlay } = useOverlay();
  const next = page?.nextCursor;

  const refresh = () => {
    void rereadReviews();
    void reviews.refetch();
  };
  const hide = (review: Review) =>
    open((dialog) => (
      <ReasonDialog
        {...dialog}
        danger
        title="Hide this review?"
        label="Why do you hide it?"
        words={hidingWords}
        missing="Choose a reason."
        offline="You need to be online to hide a review."
        notDone="The review was not hidden."
        keep="Keep it"
        confirm="Hide the review"
        onConfirm={async (reason, { close, failed }) => {
          try {
            await call('PUT /reviews/:id', { params: { id: review._id }, body: { hidden: true, reason } });
            close();
            void notifySuccess('Customers no longer see this review.');
            refresh();
          } catch (failure) {
            failed(failure);
          }
        }}
      >
        <Text>Customers no longer see the review by {review.name}, and its stars no longer count.</Text>
      </ReasonDialog>
    ));
  const act = async (sending: Promise<unknown>, words: string) => {
    try {
      await sending;
      void notifySuccess(words);
      refresh();
    } catch (failure) {
      void notifyFailure(failureText(failure));
    }
  };
  const show = ({ _id: id }: Review) =>
    act(
      call('PUT /reviews/:id', { params: { id }, body: { hidden: false } }),
      'Customers see this review again.',
    );
  const removeAnswer = ({ _id: id }: Review) =>
    act(call('DELETE /reviews/:id/reply', { params: { id } }), 'The answer is removed.');
  const answer = (review: Review) =>
    open((dialog) => <AnswerDialog {...dialog} review={review} onAnswered={refresh} />);

  const action = (label: string, { name }: Review, onClick: () => void) => (
    <Button
      variant="default"
      size="compact-md"
      aria-label={`${label}: the review by ${name}`}
      onClick={onClick}
    >
      {label}
    </Button>
  );
  return (
    <Stack gap="lg">
      <PageTitle title="Reviews" />
      <Group justify="space-between" align="end">
        <NativeSelect
          label="Show"
          data={[
            { value: '', label: 'What customers see' },
            { value: 'hidden', label: 'Hidden from customers' },
          ]}
          value={hidden ? 'hidden' : ''}
          onChange={({ currentTarget }) => change({ show: currentTarget.value, cursor: '' })}
        />
        <Freshness query={reviews} />
      </Group>
      {error !== null && <ErrorPanel error={error} onRetry={() => void reviews.refetch()} />}
      {reviews.isPending && <RowSkeletons count={6} />}
      {page?.items.length === 0 && (
        <EmptyState picture="card" text={hidden ? 'No review is hidden.' : 'No reviews yet.'} />
      )}
      <Grid least="19rem">
        {page?.items.map((review) => (
          <ReviewFigure
            key={review._id}
            review={review}
            about={
              review.toolId !== null && (
                <Anchor component={Link} to={paths.tool(review.toolId)} inherit>
                  {tools?.find(({ _id }) => _id === review.toolId)?.name ?? 'A tool that is no longer sold'}
                </Anchor>
              )
            }
          >
            {'reason' in review && <Text size="sm">Hidden: {hidingWords[review.reason]}</Text>}
            <Group gap="xs">
              {hidden
                ? action('Show again', review, () => void show(review))
                : action('Hide', review, () => hide(review))}
              {action(review.reply === null ? 'Answer' : 'Change answer', review, () => answer(review))}
              {review.reply !== null && action('Remove answer', review, () => void removeAnswer(review))}
            </Group>
          </ReviewFigure>
        ))}
      </Grid>
      <Group>
        {cursor !== '' && (
          <Button variant="default" onClick={() => change({ cursor: '' })}>
            Newest
          </Button>
        )}
        {next && (
          <Button variant="default" onClick={() => change({ cursor: next })}>
            Older
          </Button>
        )}
      </Group>
      {overlay}
    </Stack>
  );
}

export const Component = withQueries(ReviewsPage);
