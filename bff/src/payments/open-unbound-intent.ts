import { randomUUID } from 'node:crypto';
import { ProblemError } from '../problem/problem-error.ts';
import { minutes, type Payer } from './card-testing-guard.ts';
import { type GatewayIntent, GatewayRefusedError } from './payment-gateway.ts';
import { cents, type PaymentParts } from './payment-parts.ts';
import type { RoundFaults } from './round-faults.ts';
import { unboundIntents } from './unbound-intents.ts';

/**
 * Opens an intent over `dollars` without an order; it belongs to the payer, who may have three of them open. Throws ProblemError 429
 * `RATE_LIMITED` beyond that, 400 for a sum that no card can pay, 503 while the provider is away.
 */
export async function openUnboundIntent(
  parts: PaymentParts,
  { uid, from }: Payer,
  dollars: number,
): Promise<GatewayIntent> {
  const { log, gateway } = parts;
  const [shop, places, ticket] = [await log.shop(), unboundIntents(log.redis), randomUUID()];
  await takePlace(parts, uid, ticket);
  try {
    const { intent } = await gateway.open({
      amount: cents(dollars),
      description: 'Karigar payment',
      metadata: { uid, ...(from === undefined ? {} : { from }) },
      key: `${shop}:unbound:${ticket}`,
    });
    await places.opened(uid, ticket, intent.id);
    return intent;
  } catch (error) {
    // Nobody has seen the secret of what may have been opened.
    await places.leave(uid, ticket);
    throw error instanceof GatewayRefusedError ? sumRefused(error) : error;
  }
}

/** Takes one of the payer's places; first frees those whose intents can no longer be paid. Throws ProblemError 429. */
async function takePlace({ log, gateway }: PaymentParts, uid: string, ticket: string): Promise<void> {
  const places = unboundIntents(log.redis);
  if ((await places.take(uid, ticket)) === 0) return;
  for (const name of await places.of(uid)) {
    const intent = name.startsWith('pi_') ? await gateway.find(name) : undefined;
    if (intent === null || intent?.state === 'succeeded' || intent?.state === 'canceled')
      await places.leave(uid, name);
  }
  const waitMs = await places.take(uid, ticket);
  if (waitMs === 0) return;
  const retryAfter = Math.ceil(waitMs / 1_000);
  throw new ProblemError(
    'RATE_LIMITED',
    `You have three unfinished payments. Finish one, or try again in ${minutes(retryAfter)}.`,
    { retryAfter },
  );
}

/**
 * Cancels the intents without an order that have been open for fifty minutes at `now` (ms), unless they were paid. One that is being paid right
 * now stays for the next round. Answers how many were cancelled. The faults of single intents go to `faults`.
 */
export async function closeUnboundIntents(
  { log, gateway }: PaymentParts,
  faults: RoundFaults,
  now: number,
  signal?: AbortSignal,
): Promise<number> {
  const places = unboundIntents(log.redis);
  const close = async (intentId: string): Promise<boolean> => {
    const intent = await gateway.cancel(intentId);
    if (intent?.state === 'processing' || intent?.state === 'payable') return false;
    await places.ended(intentId);
    return intent?.state === 'canceled';
  };
  let closed = 0;
  for (const intentId of await places.due(now)) {
    if (signal?.aborted) break;
    if (await faults.attempt(() => close(intentId), false)) closed += 1;
  }
  return closed;
}

/** Makes the refusal of a sum that no card can pay. */
export const sumRefused = (cause: GatewayRefusedError) =>
  new ProblemError('INVALID', 'You can pay $1 to $999,999 by card. Contact us for another way to pay.', {
    errors: [{ field: 'price', message: 'This sum cannot be paid by card.' }],
    cause,
  });
