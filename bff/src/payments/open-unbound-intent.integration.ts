import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Person } from '../identity/person.ts';
import { closeUnboundIntents } from './open-unbound-intent.ts';
import { RoundFaults } from './round-faults.ts';
import { newPerson, TestShop } from './testing/test-shop.ts';

const minuteMs = 60_000;
let shop: TestShop;
let person: Person;

beforeAll(async () => {
  shop = await TestShop.start();
});
afterAll(() => shop.stop());
beforeEach(async () => {
  person = newPerson();
  await shop.simulator.control('DELETE', '/test/faults');
});

const refusal = { code: 'RATE_LIMITED', status: 429, extras: { retryAfter: expect.any(Number) } };
const statuses = async () => {
  const { intents } = await shop.simulator.ledger();
  return intents.filter(({ metadata }) => metadata.uid === person.uid).map(({ status }) => status);
};
/** Closes what is due after so many minutes, and throws what failed. */
const closeAfter = async (minutes: number) => {
  const faults = new RoundFaults(shop.parts.gateway);
  const closed = await closeUnboundIntents(shop.parts, faults, Date.now() + minutes * minuteMs);
  faults.throwIfAny();
  return closed;
};

test('a person has at most three payments without an order open, also when they ask at once', async () => {
  const asked = await Promise.allSettled(Array.from({ length: 12 }, () => shop.openUnbound(person, 7)));
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  for (const one of asked) if (one.status === 'rejected') expect(one.reason).toMatchObject(refusal);
  expect(await statuses()).toHaveLength(3);
  await expect(shop.openUnbound(person, 7)).rejects.toThrow('Finish one, or try again in 60 minutes.');
  await expect(shop.openUnbound(newPerson(), 7)).resolves.toMatchObject({ state: 'payable' });
});

test('a payment that was paid or cancelled leaves room for another', async () => {
  const [paid, cancelled] = [await shop.openUnbound(person, 7), await shop.openUnbound(person, 8)];
  await shop.openUnbound(person, 9);
  await shop.simulator.pay(paid);
  await shop.parts.gateway.cancel(cancelled.id);
  await shop.openUnbound(person, 10);
  await shop.openUnbound(person, 11);
  await expect(shop.openUnbound(person, 12)).rejects.toMatchObject(refusal);
});

test('what the provider refused or did not answer takes no room', async () => {
  await expect(shop.openUnbound(person, 5_000_000)).rejects.toMatchObject({ code: 'INVALID' });
  await shop.simulator.control('POST', '/test/faults', { effect: 'error', method: 'POST', times: 1 });
  await expect(shop.openUnbound(person, 7)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  for (const price of [1, 2, 3]) await shop.openUnbound(person, price);
});

test('payments without an order are cancelled within the hour unless they were paid', async () => {
  const paid = await shop.openUnbound(person, 7);
  await shop.openUnbound(person, 8);
  await shop.simulator.pay(paid);
  expect(await closeAfter(45)).toBe(0);
  await closeAfter(59);
  expect((await statuses()).sort()).toEqual(['canceled', 'succeeded']);
  expect(await closeAfter(59)).toBe(0);
});

test('one that the provider does not answer for is cancelled in a later round', async () => {
  await shop.openUnbound(person, 7);
  await shop.openUnbound(person, 8);
  await closeAfter(0);
  await shop.simulator.control('POST', '/test/faults', { effect: 'error', path: '/cancel', times: 1 });
  await expect(closeAfter(59)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  expect((await statuses()).sort()).toEqual(['canceled', 'requires_payment_method']);
  expect(await closeAfter(59)).toBe(1);
  expect(await statuses()).toEqual(['canceled', 'canceled']);
});
