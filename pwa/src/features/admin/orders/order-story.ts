import type { OrderTimelineEntry } from '@karigar/bff/contracts';
import { timelineActor, timelineTitle } from '../../../shared/ui/timeline-words.ts';

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
  'order.deleted': 'end',
};

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** What the actor of a deletion does not tell by itself. */
const deletions: Record<string, string> = { expired: 'not paid in time', erasure: 'with its customer' };

function deletionOf({ reason, note }: OrderTimelineEntry['data']): string {
  return textOf(note) || (deletions[textOf(reason)] ?? '');
}

/** What an event of this type says besides its actor; empty when it says nothing more. */
function factOf({ type, data }: Pick<OrderTimelineEntry, 'type' | 'data'>): string {
  if (type === 'order.created') {
    const quantity = textOf(data.quantity);
    return quantity === '' ? '' : `${quantity} pieces`;
  }
  if (type === 'order.paid') return textOf(data.transactionId);
  return type === 'order.deleted' ? deletionOf(data) : '';
}

/** Tells one recorded event of an order. A type that this page does not know yet is shown by its own name. */
export function storyOf(entry: Pick<OrderTimelineEntry, 'type' | 'data' | 'actor'>): StoryLine {
  const detail = [factOf(entry), timelineActor(entry, 'admin')].filter((part) => part !== '').join(', ');
  return { title: timelineTitle(entry, 'admin'), detail, tone: tones[entry.type] ?? 'plain' };
}
