import { hashEmail, openOrderLog, redisKeys } from '@karigar/events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order, PlacedOrder } from '../contracts/order.ts';
import { AuthEmulator } from '../testing/auth-emulator.ts';
import { anOrder, RunningShop, type TestPerson } from '../testing/running-shop.ts';

let emulator: AuthEmulator;
let shop: RunningShop;
let toolId: string;

beforeAll(async () => {
  emulator = await AuthEmulator.start();
  shop = await RunningShop.start({ FIREBASE_AUTH_EMULATOR_HOST: emulator.host });
  toolId = await shop.newTool();
});
afterAll(async () => {
  await shop.stop();
  await emulator.stop();
});

const profile = { phone: '017', education: 'Diploma', country: 'Bangladesh' };
const signIn = async (email: string, options: { verified?: boolean } = {}) => {
  const Authorization = `Bearer ${await emulator.idToken(email, options)}`;
  const { status, body } = await shop.json('put', `/user/${email}`, { body: {}, headers: { Authorization } });
  return { status, code: body.code, detail: body.detail, as: { uid: '', email, token: String(body.token) } };
};
const order = async (as: TestPerson) =>
  (await shop.json<PlacedOrder>('post', '/orders', { as, body: anOrder(as, toolId) })).body.order;
const saveProfile = (as: TestPerson) => shop.json('put', `/userinfo/${as.email}`, { as, body: profile });
const ordersOf = (as: TestPerson) => shop.json<Order[]>('get', `/orders/${as.email}`, { as });

describe('a freed address that somebody registers again', () => {
  it.each([
    ['orders', 'orders@freed.example', order],
    ['a profile', 'profile@freed.example', saveProfile],
  ])('with %s of its former account admits them only once they have proven it', async (_, email, leave) => {
    const first = await signIn(email);
    expect(first.status).toBe(200);
    await leave(first.as);
    await emulator.free(email);

    const refused = await signIn(email);
    expect(refused).toMatchObject({ status: 403, code: 'EMAIL_NOT_VERIFIED' });
    expect(refused.detail).toContain('Verify');

    const proven = await signIn(email, { verified: true });
    expect(proven.status).toBe(200);
    const { body: orders } = await ordersOf(proven.as);
    const { body: found } = await shop.json('get', `/userinfo/${email}`, { as: proven.as });
    expect([orders.length, found?.phone]).toEqual(leave === order ? [1, undefined] : [0, '017']);
    // What was proven once stays open, however often they come back.
    expect((await signIn(email, { verified: true })).status).toBe(200);
  });

  it('is a new address like any other while nothing was left under it', async () => {
    expect((await signIn('empty@freed.example')).status).toBe(200);
    await emulator.free('empty@freed.example');
    expect((await signIn('empty@freed.example')).status).toBe(200);
  });
});

describe('two accounts under one address', () => {
  const email = 'shared@address.example';

  it('without proof, each has its own records, whatever its token says', async () => {
    const [first, second] = await Promise.all(
      ['uid-first', 'uid-second'].map((uid) => shop.person(email, { uid })),
    );
    if (!first || !second) throw new Error('two people');
    const theirs = await order(first);
    await saveProfile(first);
    expect((await ordersOf(first)).body.map(({ _id }) => _id)).toEqual([theirs._id]);
    expect(await ordersOf(second)).toMatchObject({ status: 200, body: [] });
    const refusals = await Promise.all([
      shop.json('get', `/orders/order/${theirs._id}`, { as: second }),
      shop.json('get', `/orders/order/${theirs._id}/events`, { as: second }),
      shop.json('delete', `/orders/${theirs._id}`, { as: second }),
      shop.json('patch', `/orders/order/${theirs._id}`, { as: second, body: { transactionId: 'pi_1' } }),
      shop.json('post', '/create-payment-intent', { as: second, body: { orderId: theirs._id } }),
      shop.json('get', `/userinfo/${email}`, { as: second }),
      saveProfile(second),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 403]);
    expect(refusals.slice(5).map(({ body }) => body.code)).toEqual([
      'EMAIL_NOT_VERIFIED',
      'EMAIL_NOT_VERIFIED',
    ]);
  });

  it('whoever has proven it has what lies under it', async () => {
    const proven = await shop.person(email, { uid: 'uid-third', verified: true });
    const [theirs] = (await ordersOf(proven)).body;
    expect((await shop.json('get', `/userinfo/${email}`, { as: proven })).body).toMatchObject({
      phone: '017',
    });
    expect((await saveProfile(proven)).status).toBe(200);
    // The provider is away in this test: it is asked, so the owner was let in.
    const pays = { as: proven, body: { orderId: theirs?._id } };
    expect((await shop.json('post', '/create-payment-intent', pays)).body.code).toBe('PROVIDER_UNAVAILABLE');
    expect((await shop.json('delete', `/orders/${theirs?._id}`, { as: proven })).body).toEqual({
      deletedCount: 1,
    });
  });
});

it('a profile that an earlier release stored belongs to the account that signed in last', async () => {
  const email = 'earlier@release.example';
  const first = await signIn(email);
  const log = await openOrderLog({ url: shop.redis.url, commandTimeoutMs: 20_000 });
  const stored = { ...profile, city: '', zip: '', linkedin: '', name: '', photoURL: '', email };
  await log.redis.run((connection) =>
    connection.set(redisKeys.profile(hashEmail(email)), JSON.stringify(stored)),
  );
  await log.close();
  expect((await shop.json('get', `/userinfo/${email}`, { as: first.as })).body).toEqual(stored);
  expect((await signIn(email)).status).toBe(200);
  await emulator.free(email);
  expect(await signIn(email)).toMatchObject({ status: 403, code: 'EMAIL_NOT_VERIFIED' });
});
