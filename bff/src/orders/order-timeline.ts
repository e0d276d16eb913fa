import type { RecordedEvent } from '@karigar/events';
import type { OrderTimelineEntry } from '../contracts/order.ts';
import { type Buyer, findBuyer } from '../personal/buyer.ts';
import type { Personal } from '../personal/personal.ts';
import { iso } from './order-view.ts';

/**
 * Makes the timeline of an order from its history (oldest event first). A correction shows the values before and after it, unless the person
 * is erased. `staff` gives the email address of each of the shop's people by uid; with null, for customers, they are shown as the shop. Throws ProblemError
 * KEY_MISSING.
 */
export async function orderTimeline(
  personal: Personal,
  history: readonly RecordedEvent[],
  staff: ReadonlyMap<string, string> | null,
): Promise<OrderTimelineEntry[]> {
  const entries: OrderTimelineEntry[] = [];
  const isCorrected = history.some(({ type }) => type === 'order.corrected');
  let uid = '';
  let buyer: Partial<Buyer> = {};
  for (const event of history) {
    const { seq, v: version, type, schema, ts, correlationId, hash, subject: id } = event;
    let data = shownData(event, staff !== null);
    if (type === 'order.created') uid = event.data.uid;
    if (isCorrected && (event.type === 'order.created' || event.type === 'order.corrected')) {
      const opened = await findBuyer(personal, { id, uid, person: event.data.person });
      const next = opened === 'erased' ? {} : opened;
      if (type === 'order.corrected') data = difference(buyer, next);
      buyer = next;
    }
    const actor = actorIn(event.actor, staff);
    entries.push({ seq, version, type, schema, at: iso(ts), actor, correlationId, data, hash });
  }
  return entries;
}

const fields = ['name', 'address', 'city', 'zip', 'phone'] as const;

function difference(before: Partial<Buyer>, after: Partial<Buyer>) {
  const changed = fields.filter((field) => (before[field] ?? '') !== (after[field] ?? ''));
  const of = (buyer: Partial<Buyer>) =>
    Object.fromEntries(changed.map((field) => [field, buyer[field] ?? '']));
  return { before: of(before), after: of(after) };
}

function actorIn(actor: string, staff: ReadonlyMap<string, string> | null): string {
  if (/^(?:user|system):/.test(actor)) return actor;
  if (staff === null) return 'the shop';
  const uid = staffIn(actor);
  const email = staff.get(uid ?? '');
  return uid === null || email === undefined ? actor : actor.replace(uid, () => email);
}

/** The uid of the admin or packer who made an event; null when it was somebody else. */
export const staffIn = (actor: string): string | null => /^(?:admin|packer):(.+)$/.exec(actor)?.[1] ?? null;

/** Events of which a customer learns that and when they happened; the rest is a matter of the shop and the bank. */
const shopsMatters: readonly string[] = ['order.refund-requested', 'order.refund-failed', 'order.disputed'];

/** The person of an order is shown with the order, not in its timeline. */
function shownData({ type, data }: RecordedEvent, toStaff: boolean): Record<string, unknown> {
  const { person: _, ...shown }: Record<string, unknown> = { ...data };
  if (toStaff) return shown;
  if (type === 'order.refunded') return { amount: shown.amount };
  return shopsMatters.includes(type) ? {} : shown;
}
