import type { OrderDocument } from '@karigar/events';

/** How long unpaid orders hold their stock. */
export interface Reservation {
  /** Hours; 0 = for ever. */
  readonly hours: number;
  /** Hours for the orders of an account whose email is not verified, never more than the others get; 0 = for ever. */
  readonly unverifiedHours: number;
  /** Answers which of these accounts (uids) have a verified address now. */
  readonly verifiedAmong: (uids: readonly string[]) => Promise<ReadonlySet<string>>;
}

/**
 * Answers how many hours each of these unpaid orders holds its stock. It is the account's state now that counts: an order placed
 * before the address was verified is kept as long as any other from then on. Throws what `verifiedAmong` throws.
 */
export async function reservedHours(
  { hours, unverifiedHours, verifiedAmong }: Reservation,
  unpaid: readonly OrderDocument[],
): Promise<(order: OrderDocument) => number> {
  if (hours === unverifiedHours || unpaid.length === 0) return () => hours;
  const verified = await verifiedAmong([...new Set(unpaid.map(({ uid }) => uid))]);
  return ({ uid }) => (verified.has(uid) ? hours : unverifiedHours);
}
