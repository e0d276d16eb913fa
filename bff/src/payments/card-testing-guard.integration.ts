import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cardTestingGuard } from './card-testing-guard.ts';
import { newPerson, TestShop } from './testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await TestShop.start();
});
afterAll(() => shop.stop());

const declined = (
  uid: string,
  from: string | undefined,
  fingerprint: string | null,
  eventId = randomUUID(),
) => shop.parts.guard.declined({ eventId, uid, from, fingerprint });
const refusal = { code: 'RATE_LIMITED', status: 429, extras: { retryAfter: expect.any(Number) } };

test('ten declines of a person within an hour close their payments, each counted once', async () => {
  const uid = randomUUID();
  for (let count = 1; count < 10; count += 1) {
    const eventId = randomUUID();
    expect(await declined(uid, undefined, null, eventId)).toEqual({ isNew: true, stop: false });
    expect(await declined(uid, undefined, null, eventId)).toEqual({ isNew: false, stop: false });
  }
  await expect(shop.parts.guard.check({ uid })).resolves.toBeUndefined();
  expect(await declined(uid, undefined, null)).toEqual({ isNew: true, stop: true });
  await expect(shop.parts.guard.check({ uid })).rejects.toMatchObject(refusal);
  await expect(shop.parts.guard.check({ uid })).rejects.toThrow('Try again in 60 minutes');
  await expect(shop.parts.guard.check({ uid: randomUUID() })).resolves.toBeUndefined();
});

test('ten declines from one address close it for everybody who calls from there, whoever had them', async () => {
  const from = randomUUID();
  for (let count = 0; count < 9; count += 1)
    expect(await declined(randomUUID(), from, null)).toMatchObject({ stop: false });
  await expect(shop.parts.guard.check({ uid: randomUUID(), from })).resolves.toBeUndefined();
  expect(await declined(randomUUID(), from, null)).toMatchObject({ stop: true });
  await expect(shop.parts.guard.check({ uid: randomUUID(), from })).rejects.toMatchObject(refusal);
  await expect(shop.parts.guard.check({ uid: randomUUID(), from: 'elsewhere' })).resolves.toBeUndefined();
});

test('a card that was declined ten times closes whoever tries it next and their address, and nobody else', async () => {
  const [card, first, last] = [randomUUID(), randomUUID(), randomUUID()];
  await declined(first, undefined, card);
  for (let count = 0; count < 8; count += 1) await declined(randomUUID(), randomUUID(), card);
  expect(await declined(last, 'their-home', card)).toMatchObject({ stop: true });
  await expect(shop.parts.guard.check({ uid: last })).rejects.toMatchObject(refusal);
  await expect(shop.parts.guard.check({ uid: first, from: 'their-home' })).rejects.toMatchObject(refusal);
  await expect(shop.parts.guard.check({ uid: first, from: 'elsewhere' })).resolves.toBeUndefined();
});

test('all processes of the shop count together', async () => {
  const [here, there] = [shop.parts.guard, cardTestingGuard(shop.log.redis)];
  const uid = randomUUID();
  const decline = () => ({ eventId: randomUUID(), uid, fingerprint: null });
  await Promise.all([1, 2, 3, 4, 5].flatMap(() => [here.declined(decline()), there.declined(decline())]));
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
  await expect.poll(blocked, { timeout: 30_000 }).toMatchObject(refusal);
  await expect
    .poll(async () => (await shop.simulator.pay(intent, 'pm_card_chargeDeclined')).code, { timeout: 30_000 })
    .toBe('payment_intent_unexpected_state');
  const theirs = await shop.newOrder(toolId, neighbour);
  await expect(shop.open(theirs.id, neighbour, 'another-address')).resolves.toMatchObject({
    state: 'payable',
  });
});
