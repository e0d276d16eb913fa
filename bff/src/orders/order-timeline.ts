import type { RecordedEvent } from '@karigar/events';
import type { OrderTimelineEntry } from '../contracts/order.ts';
import { type Buyer, findBuyer } from '../personal/buyer.ts';
import type { Personal } from '../personal/personal.ts';
import { iso } from './order-view.ts';

/** What a correction changed: of each field that differs what was before and what is so since. */
interface Correction extends Record<string, unknown> {
  readonly before: Partial<Buyer>;
  readonly after: Partial<Buyer>;
}

/**
 * Shows an order's history (oldest event first) as its timeline has it. `staff` tells the addresses of admins (by
 * uid) to whoever works here; null for a customer, who hears of the shop, never of whom it employs. Throws ProblemError KEY_MISSING.
 */
export async function orderTimeline(
  personal: Personal,
  history: readonly RecordedEvent[],
  staff: ReadonlyMap<string, string> | null,
): Promise<OrderTimelineEntry[]> {
  const [placed] = history;
  const uid = placed?.type === 'order.created' ? placed.data.uid : '';
  const corrections = await correctionsIn(personal, uid, history);
  return history.map((event) => timelineEntry(event, staff, corrections.get(event.seq)));
}

/** What each correction in a history changed, by the seq of its event; nothing is left of it once the person is erased. */
async function correctionsIn(
  personal: Personal,
  uid: string,
  history: readonly RecordedEvent[],
): Promise<ReadonlyMap<number, Correction>> {
  const corrections = new Map<number, Correction>();
  if (!history.some(({ type }) => type === 'order.corrected')) return corrections;
  let last: Partial<Buyer> = {};
  for (const event of history) {
    if (event.type !== 'order.created' && event.type !== 'order.corrected') continue;
    const opened = await findBuyer(personal, { id: event.subject, uid, person: event.data.person });
    const next = opened === 'erased' ? {} : opened;
    if (event.type === 'order.corrected') corrections.set(event.seq, difference(last, next));
    last = next;
  }
  return corrections;
}

const fields = ['name', 'address', 'city', 'zip', 'phone'] as const;

function difference(before: Partial<Buyer>, after: Partial<Buyer>): Correction {
  const changed = fields.filter((field) => (before[field] ?? '') !== (after[field] ?? ''));
  const of = (buyer: Partial<Buyer>) =>
    Object.fromEntries(changed.map((field) => [field, buyer[field] ?? '']));
  return { before: of(before), after: of(after) };
}

const timelineEntry = (
  event: RecordedEvent,
  staff: ReadonlyMap<string, string> | null,
  correction: Correction | undefined,
): OrderTimelineEntry => ({
  seq: event.seq,
  version: event.v,
  type: event.type,
  schema: event.schema,
  at: iso(event.ts),
  actor: actorIn(event.actor, staff),
  correlationId: event.correlationId,
  data: correction ?? shownData(event, staff !== null),
  hash: event.hash,
});

function actorIn(actor: string, staff: ReadonlyMap<string, string> | null): string {
  if (/^(?:user|system):/.test(actor)) return actor;
  if (staff === null) return 'the shop';
  const uid = adminIn(actor);
  const email = uid === null ? undefined : staff.get(uid);
  return email === undefined ? actor : `admin:${email}`;
}

/** The uid of the admin who made an event; null when it was somebody else. */
export const adminIn = (actor: string): string | null => /^admin:(.+)$/.exec(actor)?.[1] ?? null;

/** Events of which a customer learns that and when they happened; the rest is a matter of the shop and the bank. */
const shopsMatters: readonly string[] = ['order.refund-requested', 'order.refund-failed', 'order.disputed'];

/** The person of an order is shown with the order, not in its timeline. */
function shownData(event: RecordedEvent, toStaff: boolean): Record<string, unknown> {
  if (!toStaff && shopsMatters.includes(event.type)) return {};
  if (!toStaff && event.type === 'order.refunded') return { amount: event.data.amount };
  const { person: _, ...shown }: Record<string, unknown> = { ...event.data };
  return shown;
}
