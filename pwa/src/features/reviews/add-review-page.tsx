import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '../../shared/api/failure.ts';
import { messages } from '../../shared/messages.ts';
import {
  changeOutboxEntry,
  enqueueReview,
  newIntentId,
  type OutboxEntry,
  sendNow,
  useOutbox,
  useOutboxEntry,
} from '../../shared/outbox/outbox.ts';
import { useDraft } from '../../shared/saved/draft.ts';
import { useBusy } from '../../shared/ui/busy.ts';
import { focusFirstFault } from '../../shared/ui/focus-first-fault.ts';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { RowSkeletons } from '../../shared/ui/skeletons.tsx';
import { Stars } from '../../shared/ui/stars.tsx';
import { notifyFailure, notifySuccess } from '../../shared/ui/toast.ts';
import classes from './add-review-page.module.css';
import { emptyReview, isSameReview, type ReviewDraft, reviewOf, reviewRules } from './review-rules.ts';

/** Writes a review. What is typed is kept on the device; once sent, the outbox keeps it until the shop has it. */
export function Component() {
  const { draft, save, discard } = useDraft<ReviewDraft>('review');
  const { entries } = useOutbox();
  const openEntry = entries?.findLast(({ status, work }) => status !== 'accepted' && work.kind === 'review');
  return (
    <>
      <PageTitle title={messages.menu.addReview} />
      {draft === undefined || entries === undefined ? (
        <RowSkeletons count={3} height={64} />
      ) : (
        <ReviewForm draft={draft} openEntry={openEntry} onChange={save} onSent={discard} />
      )}
    </>
  );
}

interface ReviewFormProps {
  draft: ReviewDraft | null;
  openEntry: OutboxEntry | undefined;
  onChange: (draft: ReviewDraft) => Promise<void>;
  onSent: () => Promise<void>;
}

function ReviewForm({ draft, openEntry, onChange, onSent }: ReviewFormProps) {
  const kept = openEntry?.work.kind === 'review' ? openEntry.work.review : null;
  const form = useForm<ReviewDraft>({
    initialValues: kept ? { rating: String(kept.rating), reviews: kept.reviews } : (draft ?? emptyReview),
    validate: reviewRules,
    onValuesChange: (values) => {
      setLate(null);
      void onChange(values);
    },
  });
  /** The review that was already on its way from another tab when this form wanted to change it. */
  const [late, setLate] = useState<string | null>(null);
  const [sent, setSent] = useState<string | null>(null);
  const intent = useRef(newIntentId());
  const button = useRef<HTMLButtonElement>(null);
  const entry = useOutboxEntry(openEntry?.id ?? sent);
  const waiting = entry?.status === 'saved' || entry?.status === 'sending';
  const working = waiting && entry.delay === null && navigator.onLine !== false;
  useBusy('form', form.isDirty() && !waiting);

  const { getValues, setValues } = form;
  const done = useRef<string | null>(null);
  useEffect(() => {
    if (entry?.status !== 'accepted' || done.current === entry.id) return;
    done.current = entry.id;
    intent.current = newIntentId();
    // What another tab has sent may be older than what is typed here: that stays.
    if (entry.work.kind === 'review' && isSameReview(getValues(), entry.work.review)) {
      setValues(emptyReview);
      void onSent();
    }
    // A button that waits is disabled and loses the focus.
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
    void notifySuccess(messages.reviews.added);
  }, [entry, getValues, setValues, onSent]);

  const send = async (typed: ReviewDraft) => {
    const review = reviewOf(typed);
    try {
      const id = openEntry?.id ?? intent.current;
      setSent(id);
      if (openEntry && !(await changeOutboxEntry(id, { kind: 'review', review }))) {
        setLate(id);
        return;
      }
      if (!openEntry) await enqueueReview(id, review);
      await onSent();
    } catch (error) {
      void notifyFailure(failureText(error));
    }
  };

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(send, focusFirstFault(form))}>
      <fieldset className={classes.fields} disabled={waiting}>
        <NativeSelect
          label="Rating"
          size="md"
          data={['5', '4', '3', '2', '1']}
          {...form.getInputProps('rating')}
        />
        <p className={classes.stars}>
          <Stars rating={Number(form.values.rating)} />
        </p>
        <Textarea
          label="Description"
          size="md"
          rows={6}
          maxLength={1000}
          placeholder="How does the tool do its work?"
          {...form.getInputProps('reviews')}
        />
      </fieldset>
      {late !== null && late === entry?.id && entry.status !== 'refused' && (
        <p className={classes.state} role="alert">
          Your change came too late: this review was already on its way from another tab, as it was before.
          What you have typed stays here.
        </p>
      )}
      {waiting && !working && (
        <p className={classes.state} role="status">
          Saved on this phone. It goes to the shop as soon as it can be reached.{' '}
          <Button variant="subtle" size="compact-md" onClick={() => void sendNow()}>
            Send now
          </Button>
        </p>
      )}
      {entry?.status === 'refused' && (
        <p className={classes.state} role="alert">
          {entry.refusal.detail}
        </p>
      )}
      <Button ref={button} type="submit" size="md" loading={working} disabled={waiting}>
        {messages.menu.addReview}
      </Button>
    </form>
  );
}
