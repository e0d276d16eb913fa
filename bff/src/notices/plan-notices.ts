import { isDeleted, type OrderLog, type RecordedEvent } from '@karigar/events';
import type { NoticeKind } from '../contracts/notices.ts';
import type { Notice } from './notice.ts';

/** What notices are planned with. */
export interface PlanParts {
  readonly log: Pick<OrderLog, 'order'>;
}

/** The kinds of notices that an event leads to. */
const kindsOf: Readonly<Record<string, readonly NoticeKind[]>> = {
  'order.created': ['unpaid'],
  'order.paid': ['paid', 'to-ship'],
  'order.shipped': ['shipped'],
  'order.tracked': ['tracked'],
  'order.corrected': ['corrected'],
  'order.refunded': ['refunded'],
  'order.cancellation-declined': ['not-cancelled'],
};

/** Makes the notices of an order's event; none of any other event. */
export async function planNotices(event: RecordedEvent, { log }: PlanParts): Promise<Notice[]> {
  const kinds = kindsOf[event.type];
  if (kinds === undefined) return [];
  const uid = event.type === 'order.created' ? event.data.uid : await ownerOf(log, event.subject);
  if (uid === null) return [];
  return kinds.map((kind) => ({ kind, subject: event.subject, uid, seq: event.seq }));
}

async function ownerOf(log: PlanParts['log'], orderId: string): Promise<string | null> {
  const order = await log.order(orderId);
  return order === null || isDeleted(order) ? null : order.uid;
}
