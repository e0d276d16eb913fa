import type { EraseAnswer } from '@karigar/bff/contracts';
import { call } from '../../../shared/api/call.ts';
import { hasCode } from '../../../shared/api/failure.ts';

/** Ending open payments and the account at the identity service may take the shop as long as this (ms). */
const limit = 60_000;

/** How the shop answers somebody who wants to be erased. `until` is ISO; `orders` are the ids of paid orders not shipped yet. */
export type EraseOutcome =
  | { kind: 'erased' }
  | { kind: 'waits'; until: string }
  | { kind: 'sign-in-too-old' }
  | { kind: 'orders-open'; orders: readonly string[] }
  | { kind: 'wrong-email'; words: string };

const asOutcome = ({ erased, waitsUntil }: EraseAnswer): EraseOutcome =>
  erased || waitsUntil === null ? { kind: 'erased' } : { kind: 'waits', until: waitsUntil };

/**
 * Asks the shop to erase the signed-in person; `confirm` is their email address, typed once more. Repeating it does no harm. Throws
 * ApiProblem or NoAnswerError when the answer decides nothing.
 */
export async function eraseMe(confirm: string): Promise<EraseOutcome> {
  try {
    return asOutcome(await call('DELETE /me', { body: { confirm }, limit }));
  } catch (error) {
    // An answer that was lost may have been "erased".
    if (hasCode(error, 'PERSON_ERASED')) return { kind: 'erased' };
    if (hasCode(error, 'SIGN_IN_TOO_OLD')) return { kind: 'sign-in-too-old' };
    if (hasCode(error, 'CONFIRM_EMAIL')) return { kind: 'wrong-email', words: error.message };
    if (hasCode(error, 'ORDERS_OPEN')) {
      const { orders } = error.problem;
      return { kind: 'orders-open', orders: Array.isArray(orders) ? orders.map(String) : [] };
    }
    throw error;
  }
}
