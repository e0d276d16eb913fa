import { type OrderLog, redisKeys } from '@karigar/events';
import { inTurn } from './lease.ts';
import type { GatewayIntent } from './payment-gateway.ts';
import type { PaymentParts } from './payment-parts.ts';

const toldForSeconds = 90 * 24 * 3_600;
const turnMs = 8_000;

/** What happened to `id`, for the operators' record. */
interface Note extends Omit<Parameters<OrderLog['recordOps']>[0], 'who'> {
  /** What it is about at the provider; of each kind there is one note about it. */
  readonly id: string;
}

/** Writes into the operators' record what happened, once however often it is looked at. */
export async function tellOnce({ log }: Pick<PaymentParts, 'log'>, { id, ...note }: Note): Promise<void> {
  const mark = redisKeys.lease(`told:${note.kind}:${id}`);
  await inTurn(log.redis, `telling:${id}`, turnMs, async () => {
    if ((await log.redis.run((connection) => connection.get(mark))) !== null) return;
    await log.recordOps({ ...note, who: 'system:payments' });
    await log.redis.run((connection) =>
      connection.set(mark, '1', { expiration: { type: 'EX', value: toldForSeconds } }),
    );
  });
}

/** Tells once what happened to a payment; `why` is a sentence without its end, the payment and its sum are added. */
export const tellOfPayment = (
  parts: Pick<PaymentParts, 'log'>,
  { id, amount, metadata }: GatewayIntent,
  kind: string,
  why: string,
): Promise<void> =>
  tellOnce(parts, {
    kind,
    id,
    why: `${why} (${id}, $${(amount / 100).toFixed(2)})`,
    detail: { intentId: id, orderId: metadata.orderId ?? null, amount },
  });
