import type { AuditedAction } from '@karigar/bff/contracts';

const titles: Readonly<Record<string, string>> = {
  'admin.made': 'Made an admin',
  'admin.removed': 'Removed admin rights',
  'tool.added': 'Added a tool',
  'tool.changed': 'Changed a tool',
  'tool.deleted': 'Deleted a tool',
  'order.shipped': 'Shipped an order',
  'order.tracked': 'Added tracking',
  'order.corrected': 'Changed a delivery address',
  'order.deleted': 'Deleted an order',
  'order.refunded': 'Refunded an order',
  'order.cancellation-declined': 'Declined a cancellation',
  'orders.exported': 'Exported orders as CSV',
  'review.hidden': 'Hid a review',
  'review.shown': 'Showed a review again',
  'notice.sent-again': 'Resent a notification',
  'notice.all-sent-again': 'Resent all unsent notifications',
  'notice.removed': 'Removed an unsent notification from the list',
  'bookkeeping.exported': 'Exported data for bookkeeping',
};

const fieldsOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];
const textOf = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
};

/** Puts into words what an admin did, to what, and what exactly changed; a kind that this page does not know keeps its own name. */
export function auditWords({ kind, subject, detail }: Pick<AuditedAction, 'kind' | 'subject' | 'detail'>) {
  const before = new Map(fieldsOf(detail.before));
  const changes = fieldsOf(detail.after).map(([field, value]) =>
    before.has(field)
      ? `${field}: ${textOf(before.get(field))} → ${textOf(value)}`
      : `${field}: ${textOf(value)}`,
  );
  const filter = fieldsOf(detail).map(([field, value]) => `${field}: ${textOf(value)}`);
  const name = typeof detail.name === 'string' ? `${detail.name} (${subject})` : subject;
  return {
    title: titles[kind] ?? kind,
    subject: kind === 'orders.exported' ? '' : name,
    detail: (kind === 'orders.exported' || kind.startsWith('notice.') ? filter : changes).join(', '),
  };
}
