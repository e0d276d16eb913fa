import type { OrderTimelineEntry } from '@karigar/bff/contracts';

/** Whom an order's timeline is told to: the owner hears nobody's name, an admin all that the log knows. */
type TimelineReader = 'owner' | 'admin';

const titles: Record<string, Record<TimelineReader, string>> = {
  'order.created': { owner: 'Ordered', admin: 'Placed' },
  'order.paid': { owner: 'Paid', admin: 'Paid' },
  'order.shipped': { owner: 'Shipped', admin: 'Shipped' },
  'order.deleted': { owner: 'Deleted', admin: 'Deleted' },
};

/** Tells what happened; a kind of event that this release does not know keeps its own name, without its dots for the owner. */
export function timelineTitle({ type }: Pick<OrderTimelineEntry, 'type'>, reader: TimelineReader): string {
  const unknown = reader === 'admin' ? type : type.replace(/^order\./, '').replaceAll('.', ' ');
  return titles[type]?.[reader] ?? unknown;
}

/**
 * Tells who did it: the log's actors are `user:<uid>`, `admin:<email>`, `system:<what>` and `ops:<who>`; the server tells a customer
 * `the shop` in place of an admin or operator.
 */
export function timelineActor({ actor }: Pick<OrderTimelineEntry, 'actor'>, reader: TimelineReader): string {
  const [kind = '', ...rest] = actor.split(':');
  const who = rest.join(':');
  const forOwner = reader === 'owner';
  switch (kind) {
    case 'user':
      return forOwner ? 'by you' : 'by the customer';
    case 'the shop':
      return 'by the shop';
    case 'admin':
      if (forOwner) return 'by the shop';
      return who === '' ? 'by an admin' : `by admin ${who}`;
    case 'ops':
      if (forOwner) return 'by the shop’s operator';
      return who === '' ? 'by an operator' : `by operator ${who}`;
    case 'system':
      if (forOwner) return 'automatically';
      return who === '' ? 'by the shop' : `by the shop (${who})`;
    default:
      return forOwner ? 'automatically' : `by ${actor}`;
  }
}
