import { isOrderRejected, type OrderLog, type Origin } from '@karigar/events';
import type { EndedSessions } from '../identity/ended-sessions.ts';
import type { IdentityService } from '../identity/identity-service.ts';
import { inTurn } from '../lease.ts';
import { deleteUnpaidOrders } from '../payments/delete-order.ts';
import { orderPages, type PaymentParts } from '../payments/payment-parts.ts';
import type { EndedBySignIn } from '../people/sign-in.ts';
import type { Personal } from '../personal/personal.ts';
import { isProblemError, ProblemError } from '../problem/problem-error.ts';
import type { PendingErasure, PendingErasures } from './pending-erasures.ts';
import type { PersonRecords } from './person-records.ts';

/** What an erasure works with. */
export interface ErasureParts extends PersonRecords {
  log: OrderLog;
  payments: PaymentParts;
  personal: Pick<Personal, 'erase' | 'erased' | 'forget'>;
  identity: Pick<IdentityService, 'removeAccount'>;
  pending: PendingErasures;
  /** The erased people that this process knows of. */
  erased: Set<string>;
  keepInvoicesYears: number;
  /** Told when nothing is left of an erased person, and why something is left, which the shop tries again by itself. */
  tell(outcome: 'finished' | 'failed', fault?: unknown): void;
}

/** One erasure of a person at a time; a killed process holds the others up for no longer. */
const turnMs = 10_000;
const maxTries = 5;

/**
 * Erases a person, or notes that it is to happen when invoices need not be kept any more. It is noted first and done step by step, so that
 * a shop that is killed in between finishes it: unpaid orders, the log, the key, the records, the account at the identity service. The log
 * decides: until it says that the person is erased, nothing but unpaid orders is gone, and afterwards nothing comes back. May be repeated.
 * Answers null for an erased person, or until when (ms) invoices have to be kept first; then it happens by itself.
 *
 * Throws ProblemError 409 ORDERS_OPEN while an order is paid and not shipped, PAYMENT_PROCESSING, VERSION_CONFLICT, and 503 while the
 * provider is away.
 */
export const erasePerson = (parts: ErasureParts, uid: string, origin: Origin): Promise<number | null> =>
  inTurn(parts.log.redis, `erasure-${uid}`, turnMs, () => eraseInTurn(parts, uid, origin));

async function eraseInTurn(parts: ErasureParts, uid: string, origin: Origin): Promise<number | null> {
  const { log, pending, erased } = parts;
  const [before, now] = await Promise.all([pending.find(uid), log.now()]);
  const { accounts, openOrders, keptUntil } = await outlookOf(parts, uid, before);
  if (openOrders.length > 0) throw ordersOpen(openOrders);
  const askedAt = before?.askedAt ?? now;
  const entry = { askedAt, by: origin.actor, accounts };
  // A person who is erased already is never scheduled again, even if KEEP_INVOICES_YEARS has changed since.
  if (keptUntil > now && !erased.has(uid)) {
    await pending.put(uid, { ...entry, dueAt: keptUntil });
    return keptUntil;
  }
  await pending.put(uid, { ...entry, dueAt: now });
  try {
    await declareErased(parts, accounts, origin);
  } catch (error) {
    // Who hears a refusal asks again; only what was promised before, or is half true already, goes on without them.
    const isBegun = before !== null || accounts.some((account) => erased.has(account));
    if (!isBegun && (isProblemError(error) || isOrderRejected(error))) await pending.remove(uid);
    throw error;
  }
  await destroy(parts, uid, accounts).then(
    () => parts.tell('finished'),
    (fault: unknown) => parts.tell('failed', fault),
  );
  return null;
}

/**
 * Looks at what holds the erasure of an account's person; changes nothing. Gives their account with those that had their address before, the
 * orders that are paid and not shipped, and until when (ms) invoices are kept; 0 = there is nothing to keep.
 */
async function outlookOf(
  { log, users, keepInvoicesYears }: ErasureParts,
  uid: string,
  pending: PendingErasure | null,
) {
  const accounts = [...new Set([uid, ...(pending?.accounts ?? []), ...(await users.accountsFor(uid))])];
  const openOrders = await paidOrders(log, accounts);
  let newest = 0;
  if (keepInvoicesYears > 0)
    for await (const page of orderPages(log, { uids: accounts, states: ['paid', 'shipped', 'refunded'] }))
      for (const { paidAt } of page) newest = Math.max(newest, paidAt ?? 0);
  return { accounts, openOrders, keptUntil: newest === 0 ? 0 : yearsLater(newest, keepInvoicesYears) };
}

/** The same day (UTC) some years later; of 29 February the day after it. */
export function yearsLater(ms: number, years: number): number {
  const date = new Date(ms);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
}

/** Finds orders that are paid and not shipped, a hundred at most. */
const paidOrders = async (log: OrderLog, accounts: readonly string[]): Promise<string[]> =>
  (await log.orders({ uids: accounts, states: ['paid'], limit: 100 })).orders.map(({ id }) => id);

/** Deletes unpaid orders and has the log say that the person is erased; again when an order came in the same moment. */
async function declareErased(
  parts: ErasureParts,
  accounts: readonly string[],
  origin: Origin,
): Promise<void> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    // Where money has just come the log will refuse the erasure.
    await deleteUnpaidOrders(parts.payments, accounts, 'erasure', origin, ['ORDER_PAID']);
    try {
      for (const uid of accounts) {
        await parts.log.erasePerson({ uid, ...origin });
        parts.erased.add(uid);
      }
      return;
    } catch (error) {
      if (!isOrderRejected(error, 'ORDERS_OPEN')) throw error;
    }
    const openOrders = await paidOrders(parts.log, accounts);
    if (openOrders.length > 0) throw ordersOpen(openOrders);
  }
  throw new ProblemError('VERSION_CONFLICT', 'An order is being placed right now. Try again.');
}

/** Does everything that follows from the word of the log. */
async function destroy(
  { personal, customers, profiles, devices, waiting, users, identity, pending }: ErasureParts,
  uid: string,
  accounts: readonly string[],
): Promise<void> {
  for (const account of accounts) await personal.erase(account);
  await customers.remove(accounts);
  for (const account of accounts) {
    await profiles.remove(account);
    await devices.forget(account);
    await waiting.forget(account);
    await users.remove(account);
  }
  for (const account of accounts) await identity.removeAccount(account);
  await pending.remove(uid);
}

/** Makes the refusal that names the orders which have to be shipped first. */
function ordersOpen(orders: readonly string[]): ProblemError {
  const what =
    orders.length === 1
      ? 'An order is paid and not shipped yet'
      : `${orders.length} orders are paid and not shipped yet`;
  return new ProblemError(
    'ORDERS_OPEN',
    `${what}. You can erase your account once everything is shipped or refunded.`,
    { members: { orders } },
  );
}

type StartParts = Pick<ErasureParts, 'log' | 'payments' | 'profiles' | 'devices' | 'waiting'> & {
  sessions: Pick<EndedSessions, 'end'>;
};

/**
 * Ends what an account had before its owner proved the address or changed the password, or what another account had that used the address: its
 * sign-ins first, so that nothing new comes, then devices, unpaid orders, profile and tools waited for. Orders whose payment is under way
 * stay. Answers when (µs, by Redis) the sign-ins ended. May be repeated. Throws what `deleteOrder` throws.
 */
export async function startAnew(
  parts: StartParts,
  { sessions, records }: EndedBySignIn,
  correlationId: string,
): Promise<number> {
  const since = await parts.sessions.end(sessions);
  for (const uid of sessions) await parts.devices.forget(uid);
  const origin = { actor: 'system:sign-in', correlationId };
  const left = ['ORDER_PAID', 'PAYMENT_PROCESSING', 'PAYMENT_CLAIMED'];
  await deleteUnpaidOrders(parts.payments, records, 'other', origin, left);
  for (const uid of records) {
    await parts.profiles.remove(uid);
    await parts.waiting.forget(uid);
  }
  return since;
}
