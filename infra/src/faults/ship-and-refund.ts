import { setTimeout as pause } from 'node:timers/promises';
import type { ShipmentsAnswer } from '@karigar/bff/contracts';
import type { Account } from '../measuring/accounts.ts';
import type { Answer, ShopHttp } from '../seed/shop-http.ts';
import type { Outcome, StepEntry } from './history.ts';
import type { LabShop } from './lab-shop.ts';
import type { SeededRandom } from './seeded-random.ts';

/** What the admin of a fault run works with. */
interface Admin {
  lab: LabShop;
  shop: ShopHttp;
  random: SeededRandom;
  isStopping: () => boolean;
  /** Repeats a step until its outcome is known, and records it. */
  step: (op: StepEntry['op'], orderId: string, attempt: () => Promise<Outcome>) => Promise<Outcome>;
  judged: (person: Account, answer: Answer) => Promise<Outcome>;
}

/**
 * One admin ships what was paid, alone or in a list, corrects deliveries, and refunds: before, after and in the same moment, twice at once,
 * against somebody at the provider who does the same, and against a payer's bank.
 */
export async function shipAndRefund(
  { lab, shop, random, isStopping, step, judged }: Admin,
  toShip: string[],
): Promise<void> {
  const { admin, simulator, keys } = lab;
  const token = () => ({ token: admin.token });
  const ship = (orderId: string) =>
    step('ship', orderId, async () => {
      const call = { ...token(), body: { status: 'Shipped' } };
      return judged(admin, await shop.call('PUT', `/api/order/${orderId}`, call));
    });
  const shipAmongMany = (orderId: string) =>
    step('ship', orderId, async () => {
      const call = { ...token(), body: { shipments: [{ order: orderId, trackingNumber: orderId }] } };
      const answer = await shop.call('POST', '/api/orders/shipments', call);
      const [result] = (answer.body as Partial<ShipmentsAnswer> | null)?.results ?? [];
      return result?.outcome === 'refused' ? 'refused' : judged(admin, answer);
    });
  const correct = (orderId: string) =>
    step('correct', orderId, async () => {
      const body = { name: 'Corrected', address: `2 ${orderId}`, city: 'Khulna', zip: '9100', phone: '' };
      return judged(admin, await shop.call('PATCH', `/api/orders/${orderId}/delivery`, { ...token(), body }));
    });
  const refund = (orderId: string) =>
    step('refund', orderId, async () => {
      const body = { reason: 'other', restock: random.next() < 0.5 };
      return judged(admin, await shop.call('POST', `/api/orders/${orderId}/refund`, { ...token(), body }));
    });
  /** Something that happens at the provider; only the shop is told. */
  const atProvider = async (path: string, orderId: string) => {
    const order = await shop.call('GET', `/api/orders/order/${orderId}`, token());
    const intent = (order.body as { transactionId?: string } | null)?.transactionId;
    if (intent === undefined) return;
    const body = { payment_intent: intent };
    await simulator.call('POST', path, { token: keys.STRIPE_SECRET_KEY, body });
  };
  while (!isStopping()) {
    const orderId = toShip.shift();
    if (orderId === undefined) {
      await pause(20);
      continue;
    }
    const fate = random.next();
    if (fate < 0.2) await ship(orderId);
    else if (fate < 0.35) await correct(orderId).then(() => shipAmongMany(orderId));
    else if (fate < 0.5) await Promise.all([correct(orderId), ship(orderId)]);
    else if (fate < 0.65) await Promise.all([ship(orderId), ship(orderId), refund(orderId)]);
    else if (fate < 0.75) await Promise.all([refund(orderId), refund(orderId)]);
    else if (fate < 0.85) await Promise.all([refund(orderId), atProvider('/test/refunds', orderId)]);
    else if (fate < 0.92) await ship(orderId).then(() => refund(orderId));
    else await Promise.all([refund(orderId), atProvider('/test/disputes', orderId)]);
  }
}
