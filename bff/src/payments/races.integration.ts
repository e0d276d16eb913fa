import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import type { Person } from '../identity/person.ts';
import type { GatewayIntent } from './payment-gateway.ts';
import { differences } from './testing/money-adds-up.ts';
import { newPerson, TestShop } from './testing/test-shop.ts';

const stock = 1_000;
const orderCount = 20;
const actor = { actor: 'admin:a@test.example', correlationId: 'races' };

const shop = await TestShop.start();
afterAll(() => shop.stop());

/**
 * One order, and everything that may happen to it at nearly the same moment, in a random order: one tab pays and claims, another
 * opens the payment anew and pays as well, the owner deletes twice, the admin ships. Refusals are part of the game.
 */
async function storm(orderId: string, person: Person): Promise<void> {
  const opened = Math.random() < 0.8 ? await shop.open(orderId, person) : null;
  const within = (ms: number) => delay(Math.random() * ms);
  const payAndClaim = async (intent: GatewayIntent) => {
    await shop.simulator.pay(intent);
    await within(30);
    await shop.claim(orderId, intent.id, person);
  };
  await Promise.allSettled([
    within(60).then(() => (opened ? payAndClaim(opened) : null)),
    within(60)
      .then(() => shop.open(orderId, person))
      .then(payAndClaim),
    within(120).then(() => shop.remove(orderId)),
    within(120).then(() => shop.remove(orderId)),
    within(200).then(() => shop.log.ship({ orderId, ...actor })),
    within(500).then(() => shop.log.ship({ orderId, ...actor })),
  ]);
}

test('pay, three webhooks, delete and ship in any order leave every taka where it belongs', async () => {
  const toolId = await shop.newTool(stock);
  await shop.simulator.control('PUT', '/test/webhooks', { copies: 3, jitterMs: 80 });
  const orders = await Promise.all(
    Array.from({ length: orderCount }, async () => {
      const person = newPerson();
      return { person, id: (await shop.newOrder(toolId, person, 2)).id };
    }),
  );
  await Promise.all([
    ...orders.map(({ id, person }) => storm(id, person)),
    shop.reconcile().catch(() => 0),
    shop.reconcile().catch(() => 0),
  ]);
  await expect.poll(async () => (await shop.simulator.ledger()).undelivered, { timeout: 60_000 }).toBe(0);
  await shop.reconcile();
  const ids = orders.map(({ id }) => id);
  await expect
    .poll(() => differences(shop, ids, { id: toolId, stock }), { timeout: 60_000, interval: 500 })
    .toEqual([]);
  const ends = await Promise.all(ids.map(async (id) => (await shop.log.history(id)).at(-1)?.type));
  expect(ends.filter((end) => end === undefined)).toEqual([]);
});

test('a provider that stops between payment and answer, and starts again, loses nothing', async () => {
  const toolId = await shop.newTool(stock);
  await shop.simulator.control('PUT', '/test/webhooks', { held: true });
  const orders = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const person = newPerson();
      const { id } = await shop.newOrder(toolId, person);
      return { id, person, intent: await shop.open(id, person) };
    }),
  );
  await Promise.all(orders.map(({ intent }) => shop.simulator.pay(intent)));
  await shop.simulator.kill();
  for (const { id, intent, person } of orders)
    await expect(shop.claim(id, intent.id, person)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  await expect(shop.reconcile()).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  await shop.simulator.restart();
  await expect
    .poll(
      async () => {
        await shop.reconcile();
        const pages = await shop.log.orders({ states: ['paid'], limit: 1_000 });
        return orders.every(({ id }) => pages.orders.some((order) => order.id === id));
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  const ids = orders.map(({ id }) => id);
  expect(await differences(shop, ids, { id: toolId, stock })).toEqual([]);
});
