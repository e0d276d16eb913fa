import { randomUUID } from 'node:crypto';
import { afterAll, expect, test, vi } from 'vitest';
import { cardTestingGuard } from './card-testing-guard.ts';
import { newPerson, TestShop } from './testing/test-shop.ts';

const shop = await TestShop.start();
const guard = cardTestingGuard(shop.log.redis);
afterAll(() => shop.stop());

const declined = (
  uid: string,
  from: string | undefined,
  fingerprint: string | null,
  eventId = randomUUID(),
) => guard.declined({ uid, from }, eventId, fingerprint);
const refusal = { code: 'RATE_LIMITED', status: 429, extras: { retryAfter: expect.any(Number) } };

test('ten declines of a person within an hour close their payments, each counted once', async () => {
  const uid = randomUUID();
  for (let count = 1; count < 10; count += 1) {
    const eventId = randomUUID();
    expect(await declined(uid, undefined, null, eventId)).toBe(false);
    expect(await declined(uid, undefined, null, eventId)).toBe(false);
  }
  await expect(guard.check({ uid })).resolves.toBeUndefined();
  expect(await declined(uid, undefined, null)).toBe(true);
  await expect(guard.check({ uid })).rejects.toMatchObject(refusal);
  await expect(guard.check({ uid })).rejects.toThrow('Try again in 60 minutes');
  await expect(guard.check({ uid: randomUUID() })).resolves.toBeUndefined();
});

test('ten declines from one address close it for everybody who calls from there, whoever had them', async () => {
  const from = randomUUID();
  for (let count = 0; count < 9; count += 1) expect(await declined(randomUUID(), from, null)).toBe(false);
  await expect(guard.check({ uid: randomUUID(), from })).resolves.toBeUndefined();
  expect(await declined(randomUUID(), from, null)).toBe(true);
  await expect(guard.check({ uid: randomUUID(), from })).rejects.toMatchObject(refusal);
  await expect(guard.check({ uid: randomUUID(), from: 'elsewhere' })).resolves.toBeUndefined();
});

test('a card that was declined ten times closes whoever tries it next and their address, and nobody else', async () => {
  const [card, first, last] = [randomUUID(), randomUUID(), randomUUID()];
  await declined(first, undefined, card);
  for (let count = 0; count < 8; count += 1) await declined(randomUUID(), randomUUID(), card);
  expect(await declined(last, 'their-home', card)).toBe(true);
  await expect(guard.check({ uid: last })).rejects.toMatchObject(refusal);
  await expect(guard.check({ uid: first, from: 'their-home' })).rejects.toMatchObject(refusal);
  await expect(guard.check({ uid: first, from: 'elsewhere' })).resolves.toBeUndefined();
});

test('all processes of the shop count together', async () => {
  const [here, there] = [guard, cardTestingGuard(shop.log.redis)];
  const uid = randomUUID();
  const decline = () => [{ uid }, randomUUID(), null] as const;
  await Promise.all(
    [1, 2, 3, 4, 5].flatMap(() => [here.declined(...decline()), there.declined(...decline())]),
  );
  await expect(there.check({ uid })).rejects.toMatchObject(refusal);
});

test('whoever has too many declined cards loses the open payment too; others are not touched', async () => {
  const [person, neighbour] = [newPerson(), newPerson()];
  const toolId = await shop.newTool(100);
  const order = await shop.newOrder(toolId, person);
  const intent = await shop.open(order.id, person, 'their-address');
  await shop.simulator.control('PUT', '/test/webhooks', { copies: 2 });
  for (let attempt = 0; attempt < 10; attempt += 1)
    await shop.simulator.pay(intent, 'pm_card_chargeDeclined');
  const blocked = () => shop.open(order.id, person).catch((error: unknown) => error);
  await expect.poll(blocked).toMatchObject(refusal);
  await expect
    .poll(async () => (await shop.simulator.pay(intent, 'pm_card_chargeDeclined')).code)
    .toBe('payment_intent_unexpected_state');
  const theirs = await shop.newOrder(toolId, neighbour);
  await expect(shop.open(theirs.id, neighbour, 'another-address')).resolves.toMatchObject({
    state: 'payable',
  });
});

test.each([-72, 72])(
  'messages count by the clock of Redis on a server whose own is %d hours wrong',
  async (hours) => {
    const person = newPerson();
    const order = await shop.newOrder(await shop.newTool(10), person);
    const intent = await shop.open(order.id, person);
    await shop.simulator.control('PUT', '/test/webhooks', { held: true });
    for (let attempt = 0; attempt < 10; attempt += 1)
      await shop.simulator.pay(intent, 'pm_card_chargeDeclined');
    const real = Date.now;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + hours * 3_600_000);
    try {
      await shop.simulator.control('PUT', '/test/webhooks', {});
      await shop.simulator.control('POST', '/test/webhooks/flush');
      const delivered = async () => (await shop.simulator.ledger()).undelivered;
      await expect.poll(delivered).toBe(0);
    } finally {
      clock.mockRestore();
    }
    await expect(shop.open(order.id, person)).rejects.toMatchObject(refusal);
  },
);

test('the oldest of more than three payments without an order ends, and only its payer’s', async () => {
  const [person, neighbour] = [newPerson(), newPerson()];
  const theirs = await shop.openUnbound(neighbour, 7);
  await Promise.all(Array.from({ length: 8 }, () => shop.openUnbound(person, 7)));
  const { intents } = await shop.simulator.ledger();
  const statuses = intents.filter(({ metadata }) => metadata.uid === person.uid).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 'canceled')).toHaveLength(3);
  expect(statuses).toHaveLength(8);
  expect(await shop.parts.gateway.find(theirs.id)).toMatchObject({ state: 'payable' });
});
