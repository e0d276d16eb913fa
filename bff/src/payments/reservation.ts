import { isOrderRejected, type OrderDocument } from '@karigar/events';
import { isProblemError } from '../problem/problem-error.ts';
import { deleteOrder } from './delete-order.ts';
import { isClaimed, orderPages } from './payment-parts.ts';
import { attempt, type Round } from './payment-round.ts';

/** How long unpaid orders hold their stock. */
export interface Reservation {
  /** Hours; 0 = for ever. */
  hours: number;
  /** Hours for the orders of an account whose email is not verified, never more than the others get; 0 = for ever. */
  unverifiedHours: number;
  /** Answers which of these accounts (uids) have a verified address now. */
  verifiedAmong: (uids: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** An hour in ms. */
export const hourMs = 3_600_000;

/**
 * Answers until when (ms) each of these orders holds its stock; null for ever, for what is not unpaid, and while a person looks for a
 * reported payment: if it is not found, the time begins anew. It is the account's state now that counts: an order placed before the address was
 * verified is kept as long as any other from then on. Throws what `verifiedAmong` throws.
 */
export async function heldUntil(
  { hours, unverifiedHours, verifiedAmong }: Reservation,
  orders: readonly OrderDocument[],
): Promise<(order: OrderDocument) => number | null> {
  const uids = new Set(orders.filter(({ status }) => status === 'unpaid').map(({ uid }) => uid));
  const isSame = hours === unverifiedHours || uids.size === 0;
  const verified = isSame ? uids : await verifiedAmong([...uids]);
  return (order) => {
    const held = verified.has(order.uid) ? hours : unverifiedHours;
    if (order.status !== 'unpaid' || held === 0 || isClaimed(order)) return null;
    return (order.claim?.refused?.at ?? order.createdAt) + held * hourMs;
  };
}

/**
 * Deletes the unpaid orders that hold their stock no longer, each in the same way as its owner would. An order that is being paid right now
 * stays for the next round. Throws when log or provider are away.
 */
export async function expireUnpaid(round: Round, reservation: Reservation): Promise<void> {
  const { parts, now, signal } = round;
  const origin = { ...round.origin, actor: 'system:expiry' };
  // The shorter of the two, which is 0 only when both are.
  const { unverifiedHours } = reservation;
  if (unverifiedHours === 0) return;
  const to = now - unverifiedHours * hourMs;
  for await (const page of orderPages(parts.log, { states: ['unpaid'], to }, signal)) {
    const until = await heldUntil(reservation, page);
    // A list and its period are read one after the other: only an order's own time decides that it is deleted.
    for (const order of page)
      if ((until(order) ?? now) < now && !signal.aborted)
        await attempt(round, () =>
          deleteOrder(parts, order.id, 'expired', origin).then(
            ({ changed }) => changed && parts.notice('expired'),
            (error: unknown) => {
              // Being paid, or changing.
              if (!isOrderRejected(error) && !(isProblemError(error) && error.status === 409)) throw error;
            },
          ),
        );
  }
}
