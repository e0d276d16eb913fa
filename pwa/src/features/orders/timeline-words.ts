import type { OrderTimelineEntry } from '@karigar/bff/contracts';

const titles: Record<string, string> = {
  'order.created': 'Ordered',
  'order.paid': 'Paid',
  'order.shipped': 'Shipped',
  'order.deleted': 'Deleted',
};

/** What happened, for the order's owner; a kind of event that this page does not know keeps its own name. */
export function timelineTitle({ type }: Pick<OrderTimelineEntry, 'type'>): string {
  return titles[type] ?? type.replace(/^order\./, '').replaceAll('.', ' ');
}

/** Who did it: the shop's people and machines by what they are, nobody by name. */
export function timelineActor({ actor }: Pick<OrderTimelineEntry, 'actor'>): string {
  const [kind] = actor.split(':');
  switch (kind) {
    case 'user':
      return 'by you';
    case 'admin':
      return 'by the shop';
    case 'ops':
      return 'by the shop’s operator';
    default:
      return 'automatically';
  }
}
