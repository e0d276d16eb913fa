import type { HiddenReview, HidingReason, Review } from '@karigar/bff/contracts';
import { longest, paragraphs } from '@karigar/bff/written-text';
import { Anchor, Button, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { call, reply } from '../../../shared/api/call.ts';
import { pageOf } from '../../../shared/api/calls.ts';
import { failureText } from '../../../shared/api/failure.ts';
import { Dialog } from '../../../shared/dialog/dialog.tsx';
import { ReasonDialog } from '../../../shared/dialog/reason-dialog.tsx';
import { type DialogOpening, useDialogWork } from '../../../shared/dialog/use-dialog-work.ts';
import { requiredText } from '../../../shared/fields/text-rules.ts';
import { paths } from '../../../shared/paths.ts';
import { Freshness, QueryGap, withQueries } from '../../../shared/queries/queries.tsx';
import { rereadReviews, useTools } from '../../../shared/saved/catalogue.ts';
import { ReviewFigure } from '../../../shared/tools/review-figure.tsx';
import { Fault, Grid } from '../../../shared/ui/blocks.tsx';
import { useBusy } from '../../../shared/ui/busy.ts';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { LoadingButton } from '../../../shared/ui/loading-button.tsx';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { notifyFailure, notifySuccess } from '../../../shared/ui/toast.ts';
import { OlderNewest } from '../pager.tsx';
import { useAddress } from '../use-address.ts';
import { useOverlay } from '../use-overlay.tsx';

/** Why a review is hidden, in the words that admins choose from. */
const hidingWords: Readonly<Record<HidingReason, string>> = {
  offensive: 'It is offensive',
  'personal-data': 'It holds personal data',
  advertising: 'It advertises something else',
  untrue: 'It is untrue',
  other: 'Another reason',
};

const perPage = 20;

const readPage = async (hidden: boolean, cursor: string) =>
  pageOf<Review | HiddenReview>(
    await reply(hidden ? 'GET /reviews/hidden' : 'GET /reviews', { query: { limit: perPage, cursor } }),
  );

interface AnswerDialogProps {
  review: Review;
  opened: boolean;
  onClose: () => void;
  onSend: (text: string, dialog: DialogOpening) => Promise<void>;
}

/** Writes the shop's public answer to a review, or changes it. A failure keeps what was typed. */
function AnswerDialog({ review, opened, onClose, onSend }: AnswerDialogProps) {
  const form = useForm({
    initialValues: { text: review.reply?.text ?? '' },
    validate: { text: requiredText('Write an answer', longest.review, paragraphs) },
  });
  const { working, fault, run } = useDialogWork(opened, onClose, 'Your answer was not saved.');
  useBusy(opened && form.isDirty());
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={`Answer ${review.name}`}
      closeOnClickOutside={!form.isDirty()}
    >
      <form noValidate onSubmit={form.onSubmit(({ text }) => run((dialog) => onSend(text, dialog)))}>
        <Stack>
          <Textarea
            data-autofocus
            label="Your public answer"
            size="md"
            rows={5}
            maxLength={longest.review}
            {...form.getInputProps('text')}
          />
          {fault !== '' && <Fault>{fault}</Fault>}
          <Group justify="flex-end">
            <Button variant="default" size="md" onClick={onClose}>
              Cancel
            </Button>
            <LoadingButton type="submit" size="md" loading={working}>
              Answer
            </LoadingButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** The reviews of the shop and its tools, newest first, or those that are hidden: an admin hides, shows and answers them. */
function ReviewsPage() {
  const { word, change } = useAddress();
  const [hidden, cursor] = [word('show') === 'hidden', word('cursor')];
  const reviews = useQuery({
    queryKey: ['reviews', hidden, cursor],
    queryFn: () => readPage(hidden, cursor),
  });
  const page = reviews.data;
  const tools = useTools().data;
  const { open, overlay } = useOverlay();

  /** Waits for a change and says that it is done, or why not; `dialog` has asked for it. */
  const act = async (change: Promise<unknown>, words: string, dialog?: DialogOpening) => {
    try {
      await change;
      dialog?.close();
      notifySuccess(words);
      void rereadReviews();
      void reviews.refetch();
    } catch (failure) {
      if (dialog) dialog.failed(failure);
      else notifyFailure(failureText(failure));
    }
  };
  const hide = ({ _id: id, name }: Review) =>
    open((dialog) => (
      <ReasonDialog
        {...dialog}
        danger
        title="Hide this review?"
        label="Why do you hide it?"
        words={hidingWords}
        offline="You need to be online to hide a review."
        notDone="The review was not hidden."
        keep="Keep it"
        confirm="Hide the review"
        onConfirm={(reason, opening) =>
          act(
            call('PUT /reviews/:id', { params: { id }, body: { hidden: true, reason } }),
            'Customers no longer see this review.',
            opening,
          )
        }
      >
        <Text>Customers no longer see the review by {name}, and its stars no longer count.</Text>
      </ReasonDialog>
    ));
  const show = ({ _id: id }: Review) =>
    act(
      call('PUT /reviews/:id', { params: { id }, body: { hidden: false } }),
      'Customers see this review again.',
    );
  const removeAnswer = ({ _id: id }: Review) =>
    act(call('DELETE /reviews/:id/reply', { params: { id } }), 'The answer is removed.');
  const answer = (review: Review) =>
    open((dialog) => (
      <AnswerDialog
        {...dialog}
        review={review}
        onSend={(text, opening) =>
          act(
            call('PUT /reviews/:id/reply', { params: { id: review._id }, body: { text } }),
            'Everyone sees your answer.',
            opening,
          )
        }
      />
    ));

  const action = (label: string, review: Review, onPress: (review: Review) => unknown) => (
    <Button
      variant="default"
      size="compact-md"
      aria-label={`${label}: the review by ${review.name}`}
      onClick={() => void onPress(review)}
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
      <QueryGap query={reviews} count={6} />
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
              {hidden ? action('Show again', review, show) : action('Hide', review, hide)}
              {action(review.reply === null ? 'Answer' : 'Change answer', review, answer)}
              {review.reply !== null && action('Remove answer', review, removeAnswer)}
            </Group>
          </ReviewFigure>
        ))}
      </Grid>
      <Group>
        <OlderNewest cursor={cursor} next={page?.nextCursor} onGo={(to) => change({ cursor: to })} />
      </Group>
      {overlay}
    </Stack>
  );
}

export const Component = withQueries(ReviewsPage);
