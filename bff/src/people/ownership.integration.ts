import { afterAll, describe, expect, it } from 'vitest';
import type { Order, PlacedOrder } from '../contracts/order.ts';
import { AuthEmulator } from '../testing/auth-emulator.ts';
import { anOrder, RunningShop, type TestPerson } from '../testing/running-shop.ts';
import { openRecords } from '../testing/shop-records.ts';

const emulator = await AuthEmulator.start();
const shop = await RunningShop.start({ FIREBASE_AUTH_EMULATOR_HOST: emulator.host });
const toolId = await shop.newTool();
const records = await openRecords(shop);
afterAll(async () => {
  await records.close();
  await shop.stop();
  await emulator.empty();
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
    // Who left it had not proven the address: it may have been a stranger.
    expect([orders, found]).toEqual([[], null]);
    // What was proven once stays open, however often they come back.
    expect((await signIn(email, { verified: true })).status).toBe(200);
  });

  it('is a new address like any other while nothing was left under it', async () => {
    expect((await signIn('empty@freed.example')).status).toBe(200);
    await emulator.free('empty@freed.example');
    expect((await signIn('empty@freed.example')).status).toBe(200);
  });
});

describe('two accounts that had one address', () => {
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
    expect((await shop.json('get', `/userinfo/${email}`, { as: second })).body).toBeNull();
    const refusals = await Promise.all([
      shop.json('get', `/orders/order/${theirs._id}`, { as: second }),
      shop.json('get', `/orders/order/${theirs._id}/events`, { as: second }),
      shop.json('delete', `/orders/${theirs._id}`, { as: second }),
      shop.json('patch', `/orders/order/${theirs._id}`, { as: second, body: { transactionId: 'pi_1' } }),
      shop.json('post', '/create-payment-intent', { as: second, body: { orderId: theirs._id } }),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  });

  it('the one that has proven it has what the one before made', async () => {
    const before = await signIn('proven@address.example', { verified: true });
    const theirs = await order(before.as);
    await saveProfile(before.as);
    await emulator.free('proven@address.example');
    const { as } = await signIn('proven@address.example', { verified: true });
    expect((await ordersOf(as)).body.map(({ _id }) => _id)).toEqual([theirs._id]);
    expect((await shop.json('get', `/userinfo/${as.email}`, { as })).body).toMatchObject({ phone: '017' });
    expect((await saveProfile(as)).status).toBe(200);
    // The provider is away in this test: it is asked, so the owner was let in.
    const pays = { as, body: { orderId: theirs._id } };
    expect((await shop.json('post', '/create-payment-intent', pays)).body.code).toBe('PROVIDER_UNAVAILABLE');
    expect((await shop.json('delete', `/orders/${theirs._id}`, { as })).body).toEqual({ deletedCount: 1 });
  });
});

describe('an account that changes its address', () => {
  it('keeps its orders and profile, and leaves nothing under the old address', async () => {
    const old = { uid: 'moves', email: 'old@moves.example', emailVerified: true, name: '', signedInAt: 0 };
    const before = await shop.person(old.email, { uid: old.uid, verified: true });
    await records.users.signedIn(old);
    const theirs = await order(before);
    await saveProfile(before);

    const email = 'new@moves.example';
    const after = await shop.person(email, { uid: old.uid, verified: true });
    await records.users.signedIn({ ...old, email });
    expect((await ordersOf(after)).body.map(({ _id }) => _id)).toEqual([theirs._id]);
    expect((await shop.json('get', `/userinfo/${email}`, { as: after })).body).toMatchObject({
      phone: '017',
    });

    const next = { ...old, uid: 'next' };
    const heir = await shop.person(old.email, { uid: next.uid, verified: true });
    await records.users.signedIn(next);
    expect((await ordersOf(heir)).body).toEqual([]);
    expect((await shop.json('get', `/orders/order/${theirs._id}`, { as: heir })).status).toBe(403);
  });

  it('takes its orders back from whoever proved the address before it came again', async () => {
    const old = { uid: 'away', email: 'old@away.example', emailVerified: true, name: '', signedInAt: 0 };
    const theirs = await order(await shop.person(old.email, { uid: old.uid, verified: true }));
    await records.users.signedIn(old);
    await records.users.signedIn({ ...old, uid: 'heir' });
    const heir = await shop.person(old.email, { uid: 'heir', verified: true });
    expect((await ordersOf(heir)).body.map(({ _id }) => _id)).toEqual([theirs._id]);
    await records.users.signedIn({ ...old, email: 'new@away.example' });
    expect((await ordersOf(heir)).body).toEqual([]);
  });

  it.each([true, false])(
    'keeps them from whoever registers it next (proven: %s), before it came again',
    async (verified) => {
      const [email, to] = [`old-${verified}@left.example`, `new-${verified}@left.example`];
      const { as: before } = await signIn(email, { verified: true });
      const theirs = await order(before);
      await saveProfile(before);
      await emulator.move(email, to);

      const { as: heir, status } = await signIn(email, { verified });
      expect(status).toBe(200);
      expect((await ordersOf(heir)).body).toEqual([]);
      expect((await shop.json('get', `/userinfo/${email}`, { as: heir })).body).toBeNull();
      const erased = await shop.json('delete', '/me', { as: heir, body: { confirm: email } });
      expect(erased.body).toMatchObject({ erased: true });

      const { as: after } = await signIn(to);
      expect((await ordersOf(after)).body).toMatchObject([{ _id: theirs._id, address: theirs.address }]);
      expect((await shop.json('get', `/userinfo/${to}`, { as: after })).body).toMatchObject({ phone: '017' });
    },
  );

  it('takes nothing of another one that has moved on, however long the chain', async () => {
    const [a, b, c] = ['a@chain.example', 'b@chain.example', 'c@chain.example'];
    const first = await order((await signIn(b, { verified: true })).as);
    const second = await order((await signIn(a, { verified: true })).as);
    await emulator.move(b, c);
    await emulator.move(a, b);
    await signIn(a, { verified: true });
    const listed = async (email: string) =>
      (await ordersOf((await signIn(email)).as)).body.map(({ _id }) => _id);
    expect(await listed(b)).toEqual([second._id]);
    expect(await listed(c)).toEqual([first._id]);
  });

  it('is not moved without proof to an address under which a former account has left something', async () => {
    const [a, b] = ['a@unproven.example', 'b@unproven.example'];
    await order((await signIn(b, { verified: true })).as);
    await emulator.free(b);
    await signIn(a, { verified: true });
    await emulator.move(a, b, { verified: false });
    expect((await signIn(a, { verified: true })).status).toBe(200);
    expect(await signIn(b)).toMatchObject({ status: 403, code: 'EMAIL_NOT_VERIFIED' });
  });
});
