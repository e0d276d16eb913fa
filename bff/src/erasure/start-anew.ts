import type { EndedSessions } from '../identity/ended-sessions.ts';
import { deleteUnpaidOrders } from '../payments/delete-order.ts';
import type { EndedBySignIn } from '../people/sign-in.ts';
import type { ErasureParts } from './erase-person.ts';

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
