import { afterAll, expect, it } from 'vitest';
import { openOrderLog } from '../order-log.ts';
import { isOrderRejected } from '../orders/decision.ts';
import { rawRedis } from '../testing/raw-redis.ts';
import { offerTool, origin, samplePlace, sampleTool } from '../testing/sample-shop.ts';
import { rebuild, verify } from '../testing/scan-work.ts';
import { startRedis } from '../testing/start-redis.ts';

const redis = await startRedis();
const log = await openOrderLog({ url: redis.url, commandTimeoutMs: 30_000 });
await offerTool(log, sampleTool(), 10_000);
afterAll(async () => {
  await log.close();
  await redis.stop();
});

let persons = 0;
const newPerson = () => `person-${++persons}`;
let keys = 0;
const place = (uid: string) => log.place(samplePlace({ uid, idempotencyKey: `key-${++keys}` }));
const erase = (uid: string) => log.erasePerson({ uid, ...origin });
const open = { code: 'ORDERS_OPEN' };

it('a person without open orders is erased once, and places no order any more', async () => {
  const uid = newPerson();
  const { order } = await place(uid);
  await log.pay({ orderId: order.id, transactionId: `pi-${uid}`, ...origin });
  await log.ship({ orderId: order.id, ...origin });
  expect(await erase(uid)).toEqual({ changed: true });
  expect(await erase(uid)).toEqual({ changed: false });
  expect(await log.erasedPersons()).toContain(uid);
  await expect(place(uid)).rejects.toMatchObject({ code: 'PERSON_ERASED' });
  expect(await log.order(order.id)).toMatchObject({ uid, status: 'shipped' });
});

it('an order that is unpaid, or paid and not shipped, stops the erasure', async () => {
  const uid = newPerson();
  const { order } = await place(uid);
  await expect(erase(uid)).rejects.toMatchObject(open);
  await log.pay({ orderId: order.id, transactionId: `pi-${uid}`, ...origin });
  await expect(erase(uid)).rejects.toMatchObject(open);
  expect(await log.erasedPersons()).not.toContain(uid);
});

it('of an order and an erasure at the same moment only one is taken', async () => {
  for (let round = 0; round < 100; round += 1) {
    const uid = newPerson();
    const [placed, erased, again] = await Promise.allSettled([place(uid), erase(uid), erase(uid)]);
    const outcomes = [erased, again].map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value.changed : outcome.reason,
    );
    if (placed.status === 'fulfilled') {
      for (const outcome of outcomes) expect(outcome).toMatchObject(open);
    } else {
      expect(isOrderRejected(placed.reason, 'PERSON_ERASED')).toBe(true);
      expect(outcomes).toContain(true);
    }
    expect((await log.erasedPersons()).includes(uid)).toBe(placed.status === 'rejected');
  }
});

it('the log tells who is erased: a rebuild and a verification find the same', async () => {
  const uid = newPerson();
  await erase(uid);
  const before = await log.erasedPersons();
  const scan = await rawRedis(redis.url);
  try {
    await rebuild(scan);
    expect(await log.erasedPersons()).toEqual(before);
    expect(await verify(scan)).toMatchObject({ count: 0 });
    const { gen } = await log.head();
    await scan.zrem(`{o}:g${gen}:erased`, uid);
    expect((await verify(scan)).differences).toMatchObject([{ kind: 'erased', subject: uid }]);
  } finally {
    scan.disconnect();
  }
});
