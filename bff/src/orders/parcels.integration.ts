import { afterAll, beforeEach, expect, it } from 'vitest';
import type { LiveParcel, OrderToShip, ShipmentsAnswer } from '../contracts/delivery.ts';
import type { Order, OrderTimelineEntry, PlacedOrder } from '../contracts/order.ts';
import { showNumber } from '../contracts/order-number.ts';
import type { Problem } from '../contracts/problem.ts';
import { listen } from '../live/testing/listen.ts';
import { anOrder, RunningShop, type TestPerson } from '../testing/running-shop.ts';
import { openRecords } from '../testing/shop-records.ts';

const origin = { actor: 'system:test', correlationId: 'test' };
/** Texts that no answer for packers may hold: prices, the sum, the payment, the address. */
const secrets = ['7919', '15838', 'pi_secret', '@'];
const onHold = 'This order is on hold. An admin decides about it.';
let packer: TestPerson;
let round = 0;

const shop = await RunningShop.start({ MAX_UNPAID_ORDERS: '0' });
const records = await openRecords(shop);
const admin = await shop.admin();
const rahim = await shop.person('zubayr@example.com');
const toolId = await shop.newTool({ name: 'Chisel', price: 7_919, availableQuantity: 500 });
beforeEach(async () => {
  round += 1;
  packer = await shop.person(`packer-${round}@example.com`, { verified: true });
  await records.users.signedIn({ ...packer, emailVerified: true, name: '', signedInAt: 0 });
  await role('put');
});
afterAll(async () => {
  await records.close();
  await shop.stop();
});

const role = async (method: 'put' | 'delete') => {
  const { body } = await shop.json(method, `/user/${packer.email}/roles/packer`, { as: admin });
  expect(body).toEqual({ modifiedCount: 1 });
};
const place = async (): Promise<Order> => {
  const body = { ...anOrder(rahim, toolId), name: 'Rahim Uddin', quantity: 2 };
  return (await shop.json<PlacedOrder>('post', '/orders', { as: rahim, body })).body.order;
};
const paid = async (): Promise<Order> => {
  const order = await place();
  await records.log.pay({ orderId: order._id, transactionId: `pi_secret${order.number}`, ...origin });
  return order;
};
/** Asks as the packer; the answer must hold nothing about money. */
async function ask<T>(path: string): Promise<T> {
  const answer = await shop.call('get', path, { as: packer });
  const text = await answer.text();
  expect([path, answer.status]).toEqual([path, 200]);
  for (const secret of secrets) expect([path, text.includes(secret)]).toEqual([path, false]);
  return JSON.parse(text) as T;
}
const found = async (text: string) =>
  (await ask<OrderToShip[]>(`/parcels?find=${encodeURIComponent(text)}`)).map(({ number }) => number);

it('a packer sees what is to ship and what has left, and finds it by number, customer and tool', async () => {
  const [unpaid, order] = [await place(), await paid()];
  const list = await ask<OrderToShip[]>('/parcels?oldest=true');
  expect(list.map(({ number }) => number)).toContain(order.number);
  expect(list.map(({ number }) => number)).not.toContain(unpaid.number);
  const name = showNumber(order.number);
  expect(await ask(`/parcels/${name}`)).toEqual(list.find(({ _id }) => _id === order._id));
  expect(await found(name)).toEqual([order.number]);
  expect(await found(order._id)).toEqual([order.number]);
  expect(await found('chis')).toContain(order.number);
  await expect.poll(() => found('rahim udd')).toContain(order.number);
  const more = await paid();
  const page = async (cursor: string) =>
    shop.call('get', `/parcels?find=rahim&limit=1&oldest=true${cursor}`, { as: packer });
  const first = await page('');
  const next = first.headers.get('x-next-cursor');
  expect(next).not.toBeNull();
  const pages = [await first.json(), await (await page(`&cursor=${next}`)).json()] as OrderToShip[][];
  expect(pages.flat().map(({ number }) => number)).toEqual([order.number, more.number]);
  for (const hidden of [rahim.email, 'zubayr', `pi_secret${order.number}`, showNumber(unpaid.number)])
    expect([hidden, await found(hidden)]).toEqual([hidden, []]);
  await shop.json('put', `/order/${order._id}`, { as: packer, body: { status: 'Shipped' } });
  expect(await found('rahim udd')).not.toContain(order.number);
  expect((await ask<OrderToShip[]>('/parcels?status=Shipped')).map(({ _id }) => _id)).toContain(order._id);
  await records.log.afterPayment(
    order._id,
    { type: 'request-refund', reason: 'other', restock: false },
    origin,
  );
  expect(await ask(`/parcels/${name}`)).toMatchObject({ status: 'Shipped', onHold: false });
});

it('ships one or many with tracking; admins read who it was, the customer reads of the shop', async () => {
  const [one, other] = [await paid(), await paid()];
  const single = await shop.json('put', `/order/${one._id}`, { as: packer, body: { status: 'Shipped' } });
  expect(single.body.modifiedCount).toBe(1);
  const { body } = await shop.json<ShipmentsAnswer>('post', '/orders/shipments', {
    as: packer,
    body: { shipments: [one, other].map(({ _id }) => ({ order: _id, trackingNumber: `T${_id}` })) },
  });
  expect(body.results.map(({ outcome }) => outcome)).toEqual(['tracked', 'shipped']);
  const actors = async (as: TestPerson) => {
    const path = `/orders/order/${other._id}/events`;
    return (await shop.json<OrderTimelineEntry[]>('get', path, { as })).body.map(({ actor }) => actor);
  };
  expect((await actors(admin)).at(-1)).toBe(`packer:${packer.email}`);
  expect((await actors(rahim)).at(-1)).toBe('the shop');
  const audit = await shop.json<{ email: string; kind: string }[]>('get', `/audit?search=${other._id}`, {
    as: admin,
  });
  expect(audit.body).toMatchObject([{ email: packer.email, kind: 'order.shipped' }]);
});

it('leaves what is on hold to an admin', async () => {
  const { _id } = await paid();
  await shop.json('post', `/orders/${_id}/cancellation`, { as: rahim, body: { reason: 'mistake' } });
  expect(await ask(`/parcels/${_id}`)).toMatchObject({ onHold: true });
  const despite = { despiteCancellation: true };
  const ship = (as: TestPerson, more: object) =>
    shop.json<Problem>('put', `/order/${_id}`, { as, body: { status: 'Shipped', ...more } });
  expect((await ship(packer, {})).body).toMatchObject({ code: 'FORBIDDEN', detail: onHold });
  expect((await ship(packer, despite)).status).toBe(403);
  const shipments = [{ order: _id, ...despite }];
  const many = await shop.json('post', '/orders/shipments', { as: packer, body: { shipments } });
  expect(many.status).toBe(403);
  expect((await ship(admin, despite)).status).toBe(200);

  const [unpaid, refunded] = [await place(), await paid()];
  const refund = { type: 'request-refund', reason: 'other', restock: true } as const;
  await records.log.afterPayment(refunded._id, refund, origin);
  const numbers = [unpaid, refunded].map(({ number }) => ({ order: showNumber(number) }));
  const { body } = await shop.json<ShipmentsAnswer>('post', '/orders/shipments', {
    as: packer,
    body: { shipments: numbers },
  });
  expect(body.results).toMatchObject([
    { id: null, number: null, code: 'ORDER_NOT_FOUND' },
    { id: refunded._id, code: 'FORBIDDEN', detail: onHold },
  ]);
});

it('a packer hears of parcels without their money, and of nothing once the role is taken', async () => {
  const stream = await listen(shop, packer);
  const [unpaid, order] = [await place(), await paid()];
  const parcels = () =>
    stream.messages
      .filter(({ event }) => event === 'parcel')
      .map(({ data }) => JSON.parse(data) as LiveParcel)
      // News of the tests before may still be on its way.
      .filter(({ orderId }) => orderId === order._id);
  await expect.poll(() => parcels().length).toBeGreaterThan(0);
  expect(parcels()[0]).toEqual({ orderId: order._id, order: await ask(`/parcels/${order._id}`) });
  const refund = { type: 'request-refund', reason: 'other', restock: true } as const;
  await records.log.afterPayment(order._id, refund, origin);
  await expect.poll(() => parcels().at(-1)?.order?.onHold).toBe(true);
  const told = JSON.stringify(stream.messages);
  for (const secret of [...secrets, unpaid._id])
    expect([secret, told.includes(secret)]).toEqual([secret, false]);
  expect(stream.orders()).toEqual([]);
  await role('delete');
  await expect.poll(stream.hasEnded).toBe(true);
  for (const path of ['/parcels', `/parcels/${order._id}`])
    expect((await shop.call('get', path, { as: packer })).status).toBe(403);
});

it('somebody may be a packer and an editor, and each role is given and taken by itself', async () => {
  const editor = (method: 'put' | 'delete') =>
    shop.json(method, `/user/${packer.email}/roles/editor`, { as: admin });
  const may = async () =>
    Promise.all(
      ['/parcels', '/reviews/hidden', '/stats'].map(
        async (path) => (await shop.call('get', path, { as: packer })).status,
      ),
    );
  expect(await may()).toEqual([200, 403, 403]);
  expect([(await editor('put')).body, (await editor('put')).body]).toEqual([
    { modifiedCount: 1 },
    { modifiedCount: 0 },
  ]);
  expect(await may()).toEqual([200, 200, 403]);
  expect((await shop.json('get', '/me', { as: packer })).body).toMatchObject({ roles: ['packer', 'editor'] });
  expect((await shop.json('get', `/admin/${packer.email}`, { as: packer })).body).toEqual({ admin: false });
  await role('delete');
  expect(await may()).toEqual([403, 200, 403]);
  await editor('delete');
  expect(await may()).toEqual([403, 403, 403]);
  const audit = await shop.json<{ kind: string }[]>('get', `/audit?search=${packer.email}`, { as: admin });
  expect(audit.body.map(({ kind }) => kind)).toEqual([
    'editor.removed',
    'packer.removed',
    'editor.made',
    'packer.made',
  ]);
  expect((await shop.json('put', `/user/${packer.email}/roles/owner`, { as: admin })).status).toBe(404);
});
