import type { Review } from '@karigar/bff/contracts';
import { longest, paragraphs } from '@karigar/bff/written-text';
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../../../shared/api/call.ts';
import { Dialog } from '../../../shared/dialog/dialog.tsx';
import { useDialogWork } from '../../../shared/dialog/use-dialog-work.ts';
import { requiredText } from '../../../shared/fields/text-rules.ts';
import { Fault } from '../../../shared/ui/blocks.tsx';
import { useBusy } from '../../../shared/ui/busy.ts';
import { LoadingButton } from '../../../shared/ui/loading-button.tsx';
import { notifySuccess } from '../../../shared/ui/toast.ts';

const faultOf = requiredText('Write an answer', longest.review, paragraphs);

interface AnswerDialogProps {
  review: Review;
  opened: boolean;
  onClose: () => void;
  onAnswered: () => void;
}

/** Writes the shop's public answer to a review, or changes it. A failure keeps what was typed. */
export function AnswerDialog({ review, opened, onClose, onAnswered }: AnswerDialogProps) {
  const before = review.reply?.text ?? '';
  const [text, setText] = useState(before);
  const [missing, setMissing] = useState<string | null>(null);
  const { working, fault, run } = useDialogWork(opened, onClose, 'Your answer was not saved.');
  useBusy('form', opened && text !== before);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = faultOf(text);
    setMissing(wrong);
    if (working || wrong !== null) return;
    void run(async ({ close, failed }) => {
      try {
        await call('PUT /reviews/:id/reply', { params: { id: review._id }, body: { text } });
        close();
        void notifySuccess('Everyone sees your answer.');
        onAnswered();
      } catch (failure) {
        failed(failure);
      }
    });
  };
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={`Answer ${review.name}`}
      closeOnClickOutside={text === before}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Textarea
            data-autofocus
            label="Your public answer"
            size="md"
            rows={5}
            maxLength={longest.review}
            value={text}
            error={missing}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
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
