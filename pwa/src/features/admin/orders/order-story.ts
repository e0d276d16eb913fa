import type { OrderTimelineEntry } from '@karigar/bff/contracts';
import { cancellationWords } from '../../../shared/ui/cancellation-words.ts';
import {
  carrierWords,
  correctionWords,
  timelineActor,
  timelineTitle,
} from '../../../shared/ui/timeline-words.ts';
import { disputeWords, failureWords } from './provider-words.ts';
import { refundWords } from './refund-words.ts';

/** One line of an order's story, for an admin. `tone` picks the mark beside it. */
interface StoryLine {
  title: string;
  detail: string;
  tone: 'begin' | 'good' | 'end' | 'plain';
}

const tones: Record<string, StoryLine['tone']> = {
  'order.created': 'begin',
  'order.paid': 'good',
  'order.shipped': 'good',
  'order.tracked': 'good',
  'order.deleted': 'end',
  'order.refunded': 'end',
  'order.refund-failed': 'end',
  'order.disputed': 'end',
};

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** What the actor of a deletion does not tell by itself. */
const deletions: Record<string, string> = { expired: 'not paid in time', erasure: 'account erased' };

function deletionOf({ reason, note }: OrderTimelineEntry['data']): string {
  return textOf(note) || (deletions[textOf(reason)] ?? '');
}

/** What somebody chose from a list, in the list's words; a word of a newer release as it is. */
function chosen(words: Readonly<Record<string, string>>, value: unknown): string {
  const word = textOf(value);
  return words[word] ?? word;
}

/** How many pieces, in words: '1 piece', '3 pieces'. */
export const pieces = (count: number): string => (count === 1 ? '1 piece' : `${count} pieces`);

const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join(', ');

/** What an event says besides its title and its actor, by its type; nothing for a type without more to say. */
const facts: Record<string, (data: OrderTimelineEntry['data']) => string> = {
  'order.created': ({ quantity }) => (quantity === undefined ? '' : pieces(Number(quantity))),
  'order.paid': ({ transactionId }) => textOf(transactionId),
  'order.deleted': deletionOf,
  'order.refund-requested': ({ reason }) => chosen(refundWords, reason),
  'order.refunded': ({ by, restock }) =>
    joined(
      by === 'provider' ? 'made in the payment provider’s dashboard' : '',
      restock === true ? 'pieces back in stock' : '',
    ),
  'order.refund-failed': ({ reason }) => failureWords(textOf(reason)),
  'order.cancellation-requested': ({ reason }) => chosen(cancellationWords, reason),
  'order.disputed': ({ reason, status, amount }) =>
    disputeWords({ reason: textOf(reason), status: textOf(status), amount: Number(amount) / 100 }),
};

/** Tells one recorded event of an order. A type that this page does not know yet is shown by its own name. */
export function storyOf(entry: Pick<OrderTimelineEntry, 'type' | 'data' | 'actor'>): StoryLine {
  const detail = joined(
    facts[entry.type]?.(entry.data) ?? '',
    carrierWords(entry),
    correctionWords(entry).join('; '),
    timelineActor(entry, 'admin'),
  );
  return { title: timelineTitle(entry, 'admin'), detail, tone: tones[entry.type] ?? 'plain' };
}
