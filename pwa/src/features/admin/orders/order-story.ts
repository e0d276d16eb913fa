import type { OrderTimelineEntry } from '@karigar/bff/contracts';

/** One line of an order's story, for a person. `tone` picks the mark beside it. */
export interface StoryLine {
  title: string;
  detail: string;
  tone: 'begin' | 'good' | 'end' | 'plain';
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Who did it, in words: the log's actors are `user:<uid>`, `admin:<email>`, `system:<what>` and `ops:<who>`. */
export function actorInWords(actor: string): string {
  const [kind = '', ...rest] = actor.split(':');
  const who = rest.join(':');
  switch (kind) {
    case 'user':
      return 'the customer';
    case 'admin':
      return who === '' ? 'an admin' : `admin ${who}`;
    case 'system':
      return who === '' ? 'the shop' : `the shop (${who})`;
    case 'ops':
      return who === '' ? 'an operator' : `operator ${who}`;
    default:
      return actor;
  }
}

/** Tells one recorded event of an order. A type that this page does not know yet is shown by its own name. */
export function storyOf(entry: Pick<OrderTimelineEntry, 'type' | 'data' | 'actor'>): StoryLine {
  const by = `by ${actorInWords(entry.actor)}`;
  switch (entry.type) {
    case 'order.created': {
      const quantity = textOf(entry.data.quantity);
      return { title: 'Placed', detail: quantity === '' ? by : `${quantity} pieces, ${by}`, tone: 'begin' };
    }
    case 'order.paid': {
      const transaction = textOf(entry.data.transactionId);
      return { title: 'Paid', detail: transaction === '' ? by : `${transaction}, ${by}`, tone: 'good' };
    }
    case 'order.shipped':
      return { title: 'Shipped', detail: by, tone: 'good' };
    case 'order.deleted': {
      const reason = textOf(entry.data.reason);
      return { title: 'Deleted', detail: reason === '' ? by : `${reason}, ${by}`, tone: 'end' };
    }
    default:
      return { title: entry.type, detail: by, tone: 'plain' };
  }
}
