import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { Notifications } from '../contracts/notices.ts';
import type { Order, PlacedOrder } from '../contracts/order.ts';
import { listen } from '../live/testing/listen.ts';
import { newBrowser } from '../push/testing/browser.ts';
import { AuthEmulator } from '../testing/auth-emulator.ts';
import { anOrder, RunningShop, type TestPerson } from '../testing/running-shop.ts';

/** Less than the time after which a stream asks by itself whether it may stay. */
const patience = { timeout: 60_000 };

const emulator = await AuthEmulator.start();
const environment = { FIREBASE_AUTH_EMULATOR_HOST: emulator.host };
const shop = await RunningShop.start(environment);
const other = await RunningShop.start(environment, shop);
const toolId = await shop.newTool({ availableQuantity: 1_000 });
afterAll(async () => {
  await other.stop({ keepRedis: true });
  await shop.stop();
  await emulator.empty();
});

const exchange = async (email: string, idToken: string, token?: string) => {
  const headers = { Authorization: `Bearer ${idToken}` };
  const { status, body } = await shop.json('put', `/user/${email}`, { body: { email, token }, headers });
  return { status, as: { uid: '', email, token: String(body.token) } };
};
const signIn = async (email: string, options: { verified?: boolean } = {}) => {
  const { idToken, refreshToken } = await emulator.signIn(email, options);
  return { idToken, refreshToken, ...(await exchange(email, idToken)) };
};
const anEmail = () => `${randomUUID()}@example.com`;
const profile = { phone: '017', education: 'Diploma', country: 'Bangladesh' };

/** Leaves all that an account can have under an address. */
async function leaveThings(as: TestPerson): Promise<string> {
  const placed = await shop.json<PlacedOrder>('post', '/orders', { as, body: anOrder(as, toolId) });
  await shop.json('put', `/userinfo/${as.email}`, { as, body: profile });
  const { subscription } = newBrowser(`https://fcm.googleapis.com/${randomUUID()}`);
  await shop.json('post', '/me/devices', { as, body: { ...subscription, name: 'A phone' } });
  return placed.body.insertedId;
}
const thingsOf = async (as: TestPerson) => {
  const [orders, found, { body }] = await Promise.all([
    shop.json<Order[]>('get', `/orders/${as.email}`, { as }),
    shop.json('get', `/userinfo/${as.email}`, { as }),
    shop.json<Notifications>('get', '/me/notifications', { as }),
  ]);
  return { orders: orders.body.length, profile: found.body?.phone ?? null, devices: body.devices.length };
};
const nothing = { orders: 0, profile: null, devices: 0 };
const everything = { orders: 1, profile: '017', devices: 1 };
const statusAt = async (server: RunningShop, as: TestPerson) =>
  (await server.json('get', `/userinfo/${as.email}`, { as })).status;

describe('what an account had before', () => {
  it('its owner proved the address ends with the proof, on every server', async () => {
    const email = anEmail();
    const stranger = await signIn(email);
    const orderId = await leaveThings(stranger.as);
    const streams = await Promise.all([listen(shop, stranger.as), listen(other, stranger.as)]);
    const owner = await signIn(email, { verified: true });
    expect(owner.status).toBe(200);
    const redirected = await shop.json('patch', `/orders/${orderId}/delivery`, {
      as: stranger.as,
      body: { name: 'Eve', address: '1 Evil Road', city: 'Dhaka', zip: '1', corrections: 0 },
    });
    expect([redirected.status, await statusAt(shop, stranger.as)]).toEqual([401, 401]);
    await expect.poll(() => statusAt(other, stranger.as), patience).toBe(401);
    for (const stream of streams) await expect.poll(() => stream.hasEnded(), patience).toBe(true);
    expect(await thingsOf(owner.as)).toEqual(nothing);
    expect((await shop.json('get', `/orders/order/${orderId}`, { as: owner.as })).body.code).toBe(
      'ORDER_GONE',
    );
    expect(await statusAt(other, owner.as)).toBe(200);
    // A proof from before the address was proven is worth nothing either.
    expect((await exchange(email, stranger.idToken)).status).toBe(401);
  });

  it('its password was changed ends with the next sign-in', async () => {
    const email = anEmail();
    const thief = await signIn(email, { verified: true });
    await leaveThings(thief.as);
    expect((await signIn(email)).status).toBe(200);
    expect(await thingsOf(thief.as)).toEqual(everything);
    const second = () => Math.floor(Date.now() / 1_000);
    const begun = second();
    // The identity service counts whole seconds.
    await expect.poll(second).toBeGreaterThan(begun);
    await emulator.renewPassword(email);
    const owner = await signIn(email);
    expect([owner.status, await statusAt(shop, thief.as)]).toEqual([200, 401]);
    expect(await thingsOf(owner.as)).toEqual(nothing);
  });

  it('stays with the sign-in that goes on while its own person proves the address', async () => {
    const email = anEmail();
    const { as, refreshToken } = await signIn(email);
    await leaveThings(as);
    await emulator.signIn(email, { verified: true });
    const renewed = await exchange(email, await emulator.renewed(refreshToken), as.token);
    expect(renewed.status).toBe(200);
    expect(await thingsOf(renewed.as)).toEqual(everything);
    expect(await statusAt(shop, as)).toBe(200);
  });

  it('another account proved the same address ends its sign-ins and devices; what was proven stays', async () => {
    const email = anEmail();
    const former = await signIn(email, { verified: true });
    await leaveThings(former.as);
    await emulator.free(email);
    const { as } = await signIn(email, { verified: true });
    expect(await statusAt(shop, former.as)).toBe(401);
    expect(await thingsOf(as)).toEqual({ ...everything, devices: 0 });
  });
});

describe('live streams end at once, on every server,', () => {
  it('of an admin whose rights are taken away, who stays signed in', async () => {
    const email = anEmail();
    const { as } = await signIn(email, { verified: true });
    const admin = await shop.admin();
    await shop.json('put', `/user/admin/${email}`, { as: admin });
    const streams = await Promise.all([listen(shop, as), listen(other, as)]);
    await shop.json('delete', `/user/admin/${email}`, { as: admin });
    for (const stream of streams) await expect.poll(() => stream.hasEnded(), patience).toBe(true);
    expect(await statusAt(other, as)).toBe(200);
  });

  it('of somebody who is erased', async () => {
    const email = anEmail();
    const { as } = await signIn(email, { verified: true });
    const streams = await Promise.all([listen(shop, as), listen(other, as)]);
    expect((await shop.json('delete', '/me', { as, body: { confirm: email } })).status).toBe(200);
    for (const stream of streams) await expect.poll(() => stream.hasEnded(), patience).toBe(true);
  });
});
