import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { Order } from '../contracts/order.ts';
import type { EraseAnswer, Me, PersonalFile, Review } from '../contracts/people.ts';
import { AuthEmulator } from '../testing/auth-emulator.ts';
import { anOrder, aTool, RunningShop, type TestPerson } from '../testing/running-shop.ts';
import { openRecords } from '../testing/shop-records.ts';

/** Another process of the same shop. */

const emulator = await AuthEmulator.start();
const environment = { FIREBASE_AUTH_EMULATOR_HOST: emulator.host };
const shop = await RunningShop.start(environment);
const other = await RunningShop.start(environment, shop);
const records = await openRecords(shop);
const toolId = await shop.newTool({ availableQuantity: 1_000 });
afterAll(async () => {
  await records.close();
  await other.stop({ keepRedis: true });
  await shop.stop();
  await emulator.empty();
});

const signIn = async (email: string, idToken: string) =>
  shop.json('put', `/user/${email}`, { body: { email }, headers: { Authorization: `Bearer ${idToken}` } });

/** Somebody who has signed up and in. */
async function newcomer(): Promise<TestPerson & { idToken: string }> {
  const email = `${randomUUID()}@me.test`;
  const idToken = await emulator.idToken(email, { verified: true, name: 'Rahima Khatun' });
  const { body } = await signIn(email, idToken);
  const token = String(body.token);
  const { account } = (await shop.json<PersonalFile>('get', '/me/data', { as: { uid: '', email, token } }))
    .body;
  return { uid: account.uid, email, token, idToken };
}
async function place(as: TestPerson): Promise<string> {
  const body = anOrder(as, toolId);
  return (await shop.json<{ insertedId: string }>('post', '/orders', { as, body })).body.insertedId;
}
const origin = { actor: 'system:test', correlationId: 'test' };
const pay = (orderId: string) => records.log.pay({ orderId, transactionId: `pi_${orderId}`, ...origin });
const ship = (orderId: string) => records.log.ship({ orderId, ...origin });
const profile = { phone: '+880 1711', education: 'Carpenter', country: 'Bangladesh' };
const erase = (as: TestPerson, confirm = as.email, at = shop) =>
  at.json<Partial<EraseAnswer> & Record<string, unknown>>('delete', '/me', { as, body: { confirm } });

describe('taking one’s data along', () => {
  it('gives one file of everything: account, profile, orders with their timelines, reviews', async () => {
    const person = await newcomer();
    const ids = [await place(person), await place(person)];
    await pay(ids[0] ?? '');
    await shop.json('post', `/orders/${ids[0]}/cancellation`, { as: person, body: { reason: 'mistake' } });
    await place(await newcomer());
    await shop.json('put', `/userinfo/${person.email}`, { as: person, body: profile });
    await shop.json('post', '/reviews', { as: person, body: { reviews: 'A good hammer', rating: 4 } });
    const { status, headers, body } = await shop.json<PersonalFile>('get', '/me/data', { as: person });
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe('attachment; filename="karigar-my-data.json"');
    expect(headers.get('cache-control')).toBe('private, no-store');
    const { uid, email } = person;
    expect(body.account).toMatchObject({ uid, email, name: 'Rahima Khatun', roles: [] });
    expect(Date.now() - Date.parse(body.account.createdAt)).toBeLessThan(60_000);
    expect(body.profiles).toMatchObject([{ ...profile, email }]);
    expect(body.erasesAt).toBeNull();
    expect((await shop.json<Me>('get', '/me', { as: person })).body).toEqual({ roles: [], erasesAt: null });
    expect(body.orders.map(({ _id }) => _id)).toEqual(ids.toReversed());
    expect(body.orders[1]).toMatchObject({ email, address: '1 Test Road', city: 'Dhaka', paid: true });
    expect(body.orders[1]?.cancellation).toMatchObject({ reason: 'mistake', declinedAt: null });
    expect(body.orders[1]?.timeline.map(({ type }) => type)).toEqual([
      'order.created',
      'order.paid',
      'order.cancellation-requested',
    ]);
    expect(body.reviews).toMatchObject([{ reviews: 'A good hammer', rating: 4, name: 'Rahima Khatun' }]);
  });

  it('is for those who are signed in', async () => {
    expect((await shop.json('get', '/me')).status).toBe(401);
    expect((await shop.json('get', '/me/data')).status).toBe(401);
    expect((await shop.json('delete', '/me', { body: { confirm: 'x@me.test' } })).status).toBe(401);
  });
});

describe('an erasure that is asked for', () => {
  it('needs one’s own address, typed in any case, and a sign-in of the last ten minutes', async () => {
    const person = await newcomer();
    const id = await place(person);
    expect(await erase(person, '')).toMatchObject({ status: 400, body: { code: 'INVALID' } });
    expect(await erase(person, 'karim@me.test')).toMatchObject({
      status: 400,
      body: { code: 'CONFIRM_EMAIL' },
    });
    const before = (minutes: number) =>
      shop.person(person.email, {
        uid: person.uid,
        signedInAt: Math.floor(Date.now() / 1000) - minutes * 60,
      });
    expect(await erase(await before(11))).toMatchObject({ status: 401, body: { code: 'SIGN_IN_TOO_OLD' } });
    expect((await shop.json('get', `/orders/order/${id}`, { as: person })).status).toBe(200);
    expect(await erase(await before(9), ` ${person.email.toUpperCase()} `)).toMatchObject({ status: 200 });
  });

  it('is stopped by orders that are paid and not shipped, which the refusal names', async () => {
    const person = await newcomer();
    const [open, unpaid] = [await place(person), await place(person)];
    await pay(open);
    const refused = await erase(person);
    expect(refused).toMatchObject({ status: 409, body: { code: 'ORDERS_OPEN', orders: [open] } });
    expect((await shop.json('get', `/orders/order/${unpaid}`, { as: person })).status).toBe(200);
    await ship(open);
    expect(await erase(person)).toMatchObject({ status: 200, body: { erased: true, waitsUntil: null } });
  });

  it('is stopped by the rights of an admin, which another admin takes away', async () => {
    const person = await newcomer();
    const [admin, path] = [await shop.admin(), `/user/admin/${person.email}`];
    await shop.json('put', path, { as: admin });
    expect(await erase(person)).toMatchObject({ status: 409, body: { code: 'OWN_RIGHTS' } });
    await shop.json('delete', path, { as: admin });
    expect((await erase(person)).status).toBe(200);
  });

  it('ends all sessions at all processes, also a sign-in with what the identity service gave before', async () => {
    const person = await newcomer();
    expect((await erase(person)).status).toBe(200);
    const gone = { status: 401, body: { code: 'PERSON_ERASED' } };
    expect(await shop.json('get', '/me/data', { as: person })).toMatchObject(gone);
    expect(await erase(person)).toMatchObject(gone);
    await expect
      .poll(async () => other.json('get', `/orders/${person.email}`, { as: person }))
      .toMatchObject(gone);
    expect((await signIn(person.email, person.idToken)).status).toBe(401);
    const anew = await emulator.idToken(person.email, { verified: true });
    expect((await signIn(person.email, anew)).status).toBe(200);
  });

  it('refuses a sign-in also while the identity service still knows the account', async () => {
    const email = `${randomUUID()}@me.test`;
    const idToken = await emulator.idToken(email, { verified: true });
    await records.log.erasePerson({ uid: subjectOf(idToken), ...origin });
    await expect
      .poll(async () => (await signIn(email, idToken)).body)
      .toMatchObject({ code: 'PERSON_ERASED' });
  });

  it('leaves orders, stars and figures, and nothing that tells who it was; open screens of admins follow', async () => {
    const person = await newcomer();
    const id = await place(person);
    await pay(id);
    await ship(id);
    await shop.json('post', '/reviews', { as: person, body: { reviews: 'Rahima says: fine', rating: 2 } });
    const admin = await shop.admin();
    const list = async () => {
      const { body } = await other.json<Order[]>('get', '/orders?limit=1000', { as: admin });
      return body.find(({ _id }) => _id === id);
    };
    expect(await list()).toMatchObject({ email: person.email, address: '1 Test Road' });
    const figures = async () => (await shop.json('get', '/stats', { as: admin })).body.orders;
    const before = await figures();
    const live = await other.call('get', '/live', { as: admin });
    const reader = live.body?.pipeThrough(new TextDecoderStream()).getReader();
    await reader?.read();
    expect((await erase(person)).status).toBe(200);
    let told = '';
    while (!told.includes('event: resync')) told += (await reader?.read())?.value ?? '';
    // The admin's page loads the list again because of this message: it must be true by then.
    expect(await list()).toMatchObject({
      _id: id,
      name: 'Erased customer',
      email: '',
      address: '',
      city: '',
      zip: '',
      price: 2 * aTool.price,
      status: 'Shipped',
    });
    await reader?.cancel();
    expect(told).not.toContain(person.email);
    expect(await figures()).toEqual(before);
    const reviews = (await other.json<Review[]>('get', '/reviews')).body;
    expect(reviews.filter(({ rating }) => rating === 2)).toMatchObject([{ name: 'A customer', reviews: '' }]);
    const users = await shop.call('get', '/user', { as: admin });
    expect(await users.text()).not.toContain(person.email);
  });

  it('waits for invoices that have to be kept, says until when, and leaves everything as it is', async () => {
    const keeping = await RunningShop.start(
      { KEEP_INVOICES_YEARS: '7', FIREBASE_AUTH_EMULATOR_HOST: emulator.host },
      shop,
    );
    const person = await newcomer();
    const id = await place(person);
    await pay(id);
    await ship(id);
    const { status, body } = await erase(person, person.email, keeping);
    expect([status, body.erased]).toEqual([202, false]);
    const until = new Date(body.waitsUntil ?? '');
    expect(until.getUTCFullYear()).toBe(new Date().getUTCFullYear() + 7);
    const file = await keeping.json<PersonalFile>('get', '/me/data', { as: person });
    expect([file.status, file.body.erasesAt]).toEqual([200, body.waitsUntil]);
    const me = await keeping.json<Me>('get', '/me', { as: person });
    expect([me.status, me.body]).toEqual([200, { roles: [], erasesAt: body.waitsUntil }]);
    expect(me.headers.get('cache-control')).toBe('private, no-store');
    await keeping.stop({ keepRedis: true });
  });
});

const subjectOf = (idToken: string): string =>
  (JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8')) as { sub: string }).sub;
