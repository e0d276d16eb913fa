import { isOrderRejected } from '@karigar/events';
import { afterAll, describe, expect, it } from 'vitest';
import type { Person } from '../identity/person.ts';
import { isProblemError } from '../problem/problem-error.ts';
import { type ErasureParts, erasePerson } from './erase-person.ts';
import { ErasureShop } from './testing/erasure-shop.ts';

const shop = await ErasureShop.start();
afterAll(() => shop.stop());

const erase = (parts: ErasureParts, { uid }: Person) =>
  erasePerson(parts, uid, { actor: `user:${uid}`, correlationId: 'test' });
const refused = (error: unknown) =>
  isOrderRejected(error) || (isProblemError(error) && error.code === 'PERSON_ERASED');
const everything = ['key', 'log', 'user', 'profile', 'device', 'waiting', 'index', 'account', 'marker'];

/** A person with an order that was shipped and one that is not paid. */
async function customer(): Promise<Person> {
  const person = await shop.person();
  await shop.pay(await shop.place(person));
  await shop.place(person);
  return person;
}

describe('an erasure', () => {
  it('takes everything of the person but the orders that were paid, which stay in the figures', async () => {
    const person = await customer();
    expect(await shop.left(person)).toEqual(everything);
    expect(await erase(await shop.process(), person)).toBeNull();
    expect(await shop.left(person)).toEqual([]);
    const { orders } = await shop.shop.log.orders({ uids: [person.uid], limit: 10 });
    expect(orders.map(({ status }) => status)).toEqual(['shipped']);
    expect(await erase(await shop.process(), person)).toBeNull();
  });

  it('is stopped by an order that is paid and not shipped, named in words; nothing is done until then', async () => {
    const person = await customer();
    const open = await shop.place(person);
    await shop.pay(open, { ship: false });
    await expect(erase(await shop.process(), person)).rejects.toMatchObject({
      code: 'ORDERS_OPEN',
      message: expect.stringContaining('paid and not shipped'),
      extras: { members: { orders: [open] } },
    });
    expect(await shop.left(person)).toEqual(everything);
    expect((await shop.shop.log.orders({ uids: [person.uid], limit: 10 })).total).toBe(3);
  });

  it('takes the accounts that had the proven address before, too', async () => {
    const before = await shop.person();
    await shop.pay(await shop.place(before));
    const person = { ...(await shop.person()), email: before.email };
    const parts = await shop.process();
    await parts.users.signedIn(person);
    await erase(parts, person);
    expect(await shop.left(person)).toEqual([]);
    expect(await shop.left(before)).toEqual([]);
  });

  it('that the log knows of one account already is gone on with, although another account stops it', async () => {
    const before = await shop.person();
    const person = { ...(await shop.person()), email: before.email };
    const parts = await shop.process();
    await parts.users.signedIn(person);
    // An old token of the former account pays an order between the two words of the log.
    const { erasePerson: declare } = parts.log;
    const log = Object.assign(Object.create(parts.log), {
      erasePerson: async (command: Parameters<typeof declare>[0]) => {
        if (command.uid === before.uid) await shop.pay(await shop.place(before), { ship: false });
        return declare(command);
      },
    });
    await expect(erase({ ...parts, log }, person)).rejects.toMatchObject({ code: 'ORDERS_OPEN' });
    expect(await shop.left(person)).toContain('pending');
    const { orders } = await parts.log.orders({ uids: [before.uid], states: ['paid'], limit: 1 });
    await parts.log.ship({ orderId: orders[0]?.id ?? '', actor: 'system:test', correlationId: 'test' });
    await shop.server();
    await expect.poll(() => shop.left(person)).toEqual([]);
    expect(await shop.left(before)).toEqual([]);
  });

  it('is done for the person although the identity service is away; the account follows', async () => {
    const person = await shop.person();
    shop.identityIsAway = true;
    const erasure = await erase(await shop.process(), person);
    expect(erasure).toBeNull();
    expect(shop.faults.splice(0)).toMatchObject([{ code: 'PROVIDER_UNAVAILABLE' }]);
    expect(await shop.left(person)).toEqual(['account', 'pending']);
    shop.identityIsAway = false;
    await shop.server();
    await expect.poll(() => shop.left(person)).toEqual([]);
  });

  it('is not begun while the provider is away that could still take money for an unpaid order', async () => {
    const person = await customer();
    const unpaid = await shop.place(person);
    await shop.shop.open(unpaid, person);
    await shop.shop.simulator.kill();
    await expect(erase(await shop.process(), person)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    expect(await shop.left(person)).toEqual(everything);
    await shop.shop.simulator.restart();
    expect(await erase(await shop.process(), person)).toBeNull();
  });

  it('asked for twice at once happens once, and both hear of it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const person = await customer();
      const [one, other] = [await shop.process(), await shop.process()];
      const heard = await Promise.all([erase(one, person), erase(other, person), erase(one, person)]);
      for (const erasure of heard) expect(erasure).toBeNull();
      expect(await shop.left(person)).toEqual([]);
    }
  });

  it('and an order of the same moment: the order is refused, or deleted like the others, or stops it once it is paid', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 120; round += 1) {
      const person = await customer();
      const parts = await shop.process();
      const order = async () => {
        const id = await shop.place(person);
        if (round % 2 === 0) await shop.pay(id, { ship: false });
      };
      let placing: Promise<PromiseSettledResult<void>[]> | undefined;
      const place = () => {
        placing ??= Promise.allSettled([order()]);
      };
      // The word of the log is the moment that counts: the order is sent a few round trips to Redis before it.
      const { erasePerson: declare } = parts.log;
      const log = Object.assign(Object.create(parts.log), {
        erasePerson: async (command: Parameters<typeof declare>[0]) => {
          place();
          for (let trip = 0; trip < round % 5; trip += 1) await parts.log.totals();
          return declare(command);
        },
      });
      const [erased] = await Promise.allSettled([erase({ ...parts, log }, person)]);
      const [placed] = (await placing) ?? [];
      const states = ['unpaid', 'paid'] as const;
      const live = await shop.shop.log.orders({ uids: [person.uid], states, limit: 10 });
      if (erased?.status === 'fulfilled') {
        expect(live.total).toBe(0);
        expect(await shop.left(person)).toEqual([]);
        await expect(shop.place(person)).rejects.toMatchObject({ code: 'PERSON_ERASED' });
      } else {
        expect(erased?.reason).toMatchObject({ code: 'ORDERS_OPEN' });
        expect(live.total).toBeGreaterThan(0);
        expect(await shop.left(person)).toEqual(everything);
      }
      if (placed?.status === 'rejected') expect(refused(placed.reason), String(placed.reason)).toBe(true);
      outcomes.add(`${erased?.status} ${placed?.status}`);
    }
    expect([...outcomes].toSorted()).toEqual([
      'fulfilled fulfilled',
      'fulfilled rejected',
      'rejected fulfilled',
    ]);
  });
});
