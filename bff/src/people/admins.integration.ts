import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { PlacedOrder } from '../contracts/order.ts';
import type { User } from '../contracts/people.ts';
import type { AuditedAction } from '../contracts/shop.ts';
import { adminEmail, anOrder, aTool, RunningShop, type TestPerson } from '../testing/running-shop.ts';
import { openRecords } from '../testing/shop-records.ts';

const shop = await RunningShop.start();
const boss = await shop.admin();
const records = await openRecords(shop);
await records.users.signedIn({ ...boss, emailVerified: true, name: '', signedInAt: 0 });
afterAll(async () => {
  await records.close();
  await shop.stop();
});

/** Somebody who has signed in, with a token of this shop. */
async function newcomer(verified: boolean, email = `${randomUUID()}@admins.example`) {
  const as = await shop.person(email, { verified });
  await records.users.signedIn({ uid: as.uid, email, emailVerified: verified, name: '', signedInAt: 0 });
  return as;
}
const make = (whom: TestPerson, as = boss) => shop.json('put', `/user/admin/${whom.email}`, { as });
const unmake = (whom: { email: string }, as = boss) =>
  shop.json('delete', `/user/admin/${whom.email}`, { as });
const mayDo = async (as: TestPerson) => (await shop.call('get', '/stats', { as })).status === 200;
const isAdmin = async (whom: TestPerson, as = whom) =>
  (await shop.json('get', `/admin/${whom.email}`, { as })).body.admin;
const listed = async ({ email }: TestPerson) =>
  (await shop.json<User[]>('get', `/user?search=${email}`, { as: boss })).body[0];
const audit = async (search: string) =>
  (await shop.json<AuditedAction[]>('get', `/audit?search=${encodeURIComponent(search)}`, { as: boss })).body;

describe('the rights of an admin', () => {
  it('given to an address that is not verified begin with its verification', async () => {
    const rina = await newcomer(false);
    expect(await make(rina)).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    expect(await listed(rina)).toMatchObject({ role: 'admin', verified: false });
    expect([await mayDo(rina), await isAdmin(rina), await isAdmin(rina, boss)]).toEqual([
      false,
      false,
      false,
    ]);
    const proven = await newcomer(true, rina.email);
    expect(await listed(rina)).toMatchObject({ role: 'admin', verified: true });
    expect([await mayDo(proven), await isAdmin(proven), await isAdmin(proven, boss)]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('are taken away at once, and taking them again changes nothing', async () => {
    const rina = await newcomer(true);
    await make(rina);
    expect(await mayDo(rina)).toBe(true);
    expect((await unmake(rina)).body).toEqual({ modifiedCount: 1 });
    expect([await mayDo(rina), (await listed(rina))?.role]).toEqual([false, 'user']);
    expect((await unmake(rina)).body).toEqual({ modifiedCount: 0 });
    expect((await unmake({ email: 'nobody@admins.example' })).body.code).toBe('NOT_FOUND');
  });

  it('go along with an account that changes its address, once the new one is proven', async () => {
    const rina = await newcomer(true);
    await make(rina);
    const signIn = async (uid: string, email: string, verified: boolean) => {
      await records.users.signedIn({ uid, email, emailVerified: verified, name: '', signedInAt: 0 });
      return shop.person(email, { uid, verified });
    };
    const email = `${randomUUID()}@admins.example`;
    expect(await mayDo(await signIn(rina.uid, email, false))).toBe(false);
    const moved = await signIn(rina.uid, email, true);
    expect([await mayDo(moved), await isAdmin(moved, boss)]).toEqual([true, true]);
    expect(await listed(rina)).toBeUndefined();
    expect(await mayDo(await signIn(randomUUID(), rina.email, true))).toBe(false);
    expect((await unmake(moved)).body).toEqual({ modifiedCount: 1 });
    expect(await mayDo(moved)).toBe(false);
  });

  it('are never one’s own to take, nor those that the configuration gives', async () => {
    const rina = await newcomer(true);
    await make(rina);
    expect((await unmake(boss)).body.code).toBe('OWN_RIGHTS');
    expect((await unmake({ email: rina.email.toUpperCase() }, rina)).body.code).toBe('OWN_RIGHTS');
    expect((await unmake({ email: adminEmail }, rina)).body.code).toBe('CONFIGURED_ADMIN');
    expect(await mayDo(rina)).toBe(true);
  });

  it('of two admins who take each other’s at once, one stays', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [rina, amal] = [await newcomer(true), await newcomer(true)];
      await Promise.all([make(rina), make(amal)]);
      const answers = await Promise.all([unmake(rina, amal), unmake(amal, rina)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
      expect([await mayDo(rina), await mayDo(amal)].sort()).toEqual([false, true]);
    }
  });
});

describe('the audit', () => {
  let rina: TestPerson;
  beforeEach(async () => {
    rina = await newcomer(true);
    await make(rina);
  });

  const order = async (toolId: string, as: TestPerson) =>
    (await shop.json<PlacedOrder>('post', '/orders', { as, body: anOrder(as, toolId) })).body.insertedId;

  it('tells who did what to what and when, newest first', async () => {
    const before = Date.now();
    const toolId = String((await shop.json('post', '/tools', { as: rina, body: aTool })).body.insertedId);
    await shop.json('put', `/tools/${toolId}`, {
      as: rina,
      body: { price: 9, availableQuantity: '+5', rev: 1 },
    });
    await shop.json('delete', `/tools/${toolId}`, { as: rina });
    const amal = await newcomer(false);
    await make(amal, rina);
    await unmake(amal, rina);
    const file = await shop.call('get', '/orders.csv?search=Rahima&paid=true', { as: rina });
    await file.text();
    const entries = await audit(rina.email);
    expect(entries.map(({ email, kind, subject }) => [email, kind, subject])).toEqual([
      [rina.email, 'orders.exported', 'orders.csv'],
      [rina.email, 'admin.removed', amal.email],
      [rina.email, 'admin.made', amal.email],
      [rina.email, 'tool.deleted', toolId],
      [rina.email, 'tool.changed', toolId],
      [rina.email, 'tool.added', toolId],
      [adminEmail, 'admin.made', rina.email],
    ]);
    expect(entries[0]?.detail).toEqual({ search: true, paid: 'true' });
    expect(entries[4]?.detail).toMatchObject({
      name: aTool.name,
      before: { price: 12 },
      after: { price: 9, availableQuantity: '+5' },
      rev: 2,
    });
    const at = Date.parse(entries[0]?.at ?? '');
    expect(at).toBeGreaterThanOrEqual(before - 1_000);
    expect(at).toBeLessThanOrEqual(Date.now() + 1_000);
  });

  it('tells what an admin did to a customer’s order, not what the customer did', async () => {
    const toolId = await shop.newTool();
    const customer = await newcomer(false);
    const [paid, unwanted, own] = [
      await order(toolId, customer),
      await order(toolId, customer),
      await order(toolId, customer),
    ];
    await records.log.pay({
      orderId: paid,
      transactionId: `pi_${paid}`,
      actor: 'system:test',
      correlationId: 't',
    });
    const ship = () => shop.json('put', `/order/${paid}`, { as: rina, body: { status: 'Shipped' } });
    expect([(await ship()).body.modifiedCount, (await ship()).body.modifiedCount]).toEqual([1, 0]);
    await shop.json('delete', `/orders/${unwanted}`, { as: rina });
    await shop.json('delete', `/orders/${own}`, { as: customer });
    const kinds = async (id: string) => (await audit(id)).map(({ email, kind }) => [email, kind]);
    expect(await kinds(paid)).toEqual([[rina.email, 'order.shipped']]);
    expect(await kinds(unwanted)).toEqual([[rina.email, 'order.deleted']]);
    expect(await kinds(own)).toEqual([]);
    // The customer hears of the shop; an admin reads who it was.
    const timeline = (as: TestPerson) =>
      shop.json<{ actor: string }[]>('get', `/orders/order/${paid}/events`, { as });
    expect((await timeline(customer)).body.map(({ actor }) => actor)).toEqual([
      `user:${customer.uid}`,
      'system:test',
      'the shop',
    ]);
    expect((await timeline(boss)).body.at(-1)?.actor).toBe(`admin:${rina.email}`);
  });

  it('holds nothing about what was refused or changed nothing', async () => {
    const toolId = await shop.newTool();
    const edit = (body: object) => shop.json('put', `/tools/${toolId}`, { as: rina, body });
    expect((await edit({ price: 7, rev: 99 })).body.code).toBe('VERSION_CONFLICT');
    expect((await edit({ price: aTool.price })).body).toEqual({ modifiedCount: 0 });
    await make(rina);
    await unmake(rina, rina);
    const entries = await audit(rina.email);
    expect(entries.map(({ kind }) => kind)).toEqual(['admin.made']);
  });
});
