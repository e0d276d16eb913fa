import type { NewReview } from '@karigar/bff/contracts';
import { longest, paragraphs } from '@karigar/bff/written-text';
import { Anchor, Button, NativeSelect, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useMemo, useRef } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { focusFirstFault } from '../../shared/fields/focus-first-fault.ts';
import { requiredText } from '../../shared/fields/text-rules.ts';
import { messages } from '../../shared/messages.ts';
import { EntryProgress } from '../../shared/outbox/entry-progress.tsx';
import { useOutbox } from '../../shared/outbox/outbox.ts';
import { useSubmission } from '../../shared/outbox/use-submission.ts';
import { paths } from '../../shared/paths.ts';
import { useTool } from '../../shared/saved/catalogue.ts';
import { useDraft } from '../../shared/saved/draft.ts';
import type { OutboxEntry } from '../../shared/saved/outbox-entry.ts';
import { Stars } from '../../shared/tools/stars.tsx';
import { Fields } from '../../shared/ui/blocks.tsx';
import { useBusy } from '../../shared/ui/busy.ts';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { RowSkeletons } from '../../shared/ui/skeletons.tsx';

/** A review as it is typed; `rating` is one of '1' to '5'. */
interface ReviewDraft {
  rating: string;
  reviews: string;
}

/** What the form begins with: five stars, no text. */
export const emptyReview: ReviewDraft = { rating: '5', reviews: '' };

/** Rules of the review form, with the length that the shop takes. */
export const reviewRules = {
  reviews: requiredText(messages.reviews.descriptionRequired, longest.review, paragraphs),
};

/** Makes what is sent of what is typed; `toolId` is '' for a review of the shop. */
const reviewOf = ({ rating, reviews }: ReviewDraft, toolId: string): NewReview => ({
  rating: Number(rating),
  reviews: paragraphs(reviews),
  ...(toolId !== '' && { toolId }),
});

/** Tells whether the form still says what this review says. */
const isSameReview = (typed: ReviewDraft, { rating, reviews }: NewReview): boolean =>
  Number(typed.rating) === rating && paragraphs(typed.reviews) === reviews;

/** Writes a review. What is typed is saved on the device; once sent, the outbox holds it until the shop has it. */
export function Component() {
  const toolId = useSearchParams()[0].get('tool') ?? '';
  const tool = useTool(toolId).data;
  const { entries } = useOutbox();
  const ofReviews = useMemo(
    () => entries?.filter(({ work }) => work.kind === 'review' && (work.review.toolId ?? '') === toolId),
    [entries, toolId],
  );
  return (
    <>
      <PageTitle title={messages.menu.addReview} />
      {tool && (
        <p>
          Your review of{' '}
          <Anchor component={Link} to={paths.tool(toolId)} inherit>
            {tool.name}
          </Anchor>
        </p>
      )}
      {ofReviews === undefined ? (
        <RowSkeletons count={3} height={64} />
      ) : (
        <ReviewForm key={toolId} toolId={toolId} entries={ofReviews} />
      )}
    </>
  );
}

interface ReviewFormProps {
  /** '' for a review of the shop. */
  toolId: string;
  /** The person's reviews of the same in the outbox. */
  entries: OutboxEntry[];
}

function ReviewForm({ toolId, entries }: ReviewFormProps) {
  const { draft, save, discard } = useDraft<ReviewDraft>(toolId === '' ? 'review' : `review.${toolId}`);
  const button = useRef<HTMLButtonElement>(null);
  const submission = useSubmission(entries, ({ entry: { work } }) => {
    // What another tab has sent may be older than what is typed here: that stays.
    if (work.kind === 'review' && isSameReview(form.getValues(), work.review)) {
      form.setValues(emptyReview);
      discard();
    }
  });
  const { entry, waiting, working, placed } = submission;
  const first = entry?.work.kind === 'review' ? entry.work.review : null;
  const form = useForm<ReviewDraft>({
    // What was typed after the review was saved is newer than it.
    initialValues: draft ?? (first ? { rating: String(first.rating), reviews: first.reviews } : emptyReview),
    validate: reviewRules,
    onValuesChange: (values) => {
      submission.edit();
      save(values);
    },
  });
  useBusy(form.isDirty() && !waiting);
  // The outbox holds it now: whichever page is open when the shop takes it, it must not come back as a draft.
  useEffect(() => {
    if (placed) discard();
  }, [placed, discard]);

  // A button that waits is disabled and loses the focus; it can have it again once it is drawn enabled.
  const accepted = entry?.status === 'accepted' ? entry.id : null;
  useEffect(() => {
    if (accepted !== null && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true });
  }, [accepted]);

  const send = (typed: ReviewDraft) => submission.place({ kind: 'review', review: reviewOf(typed, toolId) });
  return (
    <form noValidate onSubmit={form.onSubmit(send, focusFirstFault(form))}>
      <Stack maw="36rem">
        <Fields disabled={submission.locked}>
          <NativeSelect
            label="Rating"
            size="md"
            data={['5', '4', '3', '2', '1']}
            {...form.getInputProps('rating')}
          />
          <Stars rating={Number(form.values.rating)} />
          <Textarea
            label="Description"
            size="md"
            rows={6}
            maxLength={longest.review}
            placeholder="How well does the tool work?"
            {...form.getInputProps('reviews')}
          />
        </Fields>
        {entry && entry.status !== 'accepted' && (
          <EntryProgress
            entry={entry}
            submission={submission}
            onChoose={() => void form.onSubmit(send, focusFirstFault(form))()}
          />
        )}
        <Button ref={button} type="submit" size="md" loading={working} disabled={waiting}>
          {messages.menu.addReview}
        </Button>
      </Stack>
    </form>
  );
}
