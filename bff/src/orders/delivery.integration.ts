import { afterAll, expect, it } from 'vitest';
import type { ShipmentsAnswer } from '../contracts/delivery.ts';
import type { Order, OrderTimelineEntry, PlacedOrder } from '../contracts/order.ts';
import { showNumber } from '../contracts/order-number.ts';
import type { Problem } from '../contracts/problem.ts';
import { anOrder, RunningShop } from '../testing/running-shop.ts';
import { openRecords } from '../testing/shop-records.ts';

const shop = await RunningShop.start({
  MAX_UNPAID_ORDERS: '0',
  CARRIERS: 'Pathao=https://pathao.example/t?id={tracking};Rickshaw',
});
const records = await openRecords(shop);
const admin = await shop.admin();
const rahim = await shop.person('rahim@example.com');
const toolId = await shop.newTool({ name: 'Chisel', availableQuantity: 500 });
afterAll(async () => {
  await records.close();
  await shop.stop();
});

const place = async (fields: Record<string, unknown> = {}): Promise<Order> => {
  const body = { ...anOrder(rahim, toolId), ...fields };
  return (await shop.json<PlacedOrder>('post', '/orders', { as: rahim, body })).body.order;
};
const paid = async (fields: Record<string, unknown> = {}): Promise<Order> => {
  const order = await place(fields);
  const origin = { actor: 'system:test', correlationId: 'test' };
  await records.log.pay({ orderId: order._id, transactionId: `pi_${order._id}`, ...origin });
  return order;
};
const read = async (id: string) => (await shop.json<Order>('get', `/orders/order/${id}`, { as: rahim })).body;
const shipments = (list: readonly Record<string, unknown>[], as = admin) =>
  shop.json<ShipmentsAnswer & Problem>('post', '/orders/shipments', { as, body: { shipments: list } });
const delivery = { name: 'Karim', address: '2 New Road', city: 'Khulna', zip: '9100', phone: '01711-000000' };
const correct = (id: string, fields: Record<string, unknown> = {}, as = rahim) =>
  shop.json<{ order: Order } & Problem>('patch', `/orders/${id}/delivery`, {
    as,
    body: { ...delivery, ...fields },
  });

it('an order has a number, under which every call finds it', async () => {
  const order = await place({ phone: '+880 1711 000000' });
  expect(order.number).toBeGreaterThan(0);
  expect(order.phone).toBe('+880 1711 000000');
  expect(await read(showNumber(order.number))).toEqual(order);
  expect(await read(`k${order.number}`)).toMatchObject({ _id: order._id });
  const events = await shop.json('get', `/orders/order/K-${order.number}/events`, { as: rahim });
  expect(events.status).toBe(200);
  const other = await shop.person('other@example.com');
  const problem = async (method: string, path: string, body?: object) => {
    const { requestId: _, ...said } = (await shop.json<Problem>(method, path, { as: other, body })).body;
    return said;
  };
  const none = await problem('get', '/orders/order/K-999999999');
  expect(none.code).toBe('ORDER_NOT_FOUND');
  // Numbers can be counted up: a stranger must not learn which of them are orders.
  const theirs = `K-${order.number}`;
  expect(await problem('get', `/orders/order/${theirs}`)).toEqual(none);
  expect(await problem('get', `/orders/order/${theirs}/events`)).toEqual(none);
  expect(await problem('delete', `/orders/${theirs}`)).toEqual(none);
  expect(await problem('patch', `/orders/${theirs}/delivery`, delivery)).toEqual(none);
  expect((await problem('get', `/orders/order/${order._id}`)).code).toBe('FORBIDDEN');
});

it('a parcel leaves with carrier and tracking number, and its customer finds it', async () => {
  const order = await paid();
  const body = { status: 'Shipped', carrier: 'Pathao', trackingNumber: 'P 1' };
  expect((await shop.json('put', `/order/K-${order.number}`, { as: admin, body })).body).toMatchObject({
    modifiedCount: 1,
  });
  expect(await read(order._id)).toMatchObject({
    status: 'Shipped',
    carrier: 'Pathao',
    trackingNumber: 'P 1',
    trackingUrl: 'https://pathao.example/t?id=P%201',
  });
});

it('what no link or label can hold is refused or taken out, and spoils no list', async () => {
  const order = await paid();
  const ship = (trackingNumber: string) =>
    shop.json<Problem>('put', `/order/${order._id}`, {
      as: admin,
      body: { status: 'Shipped', carrier: 'Pathao', trackingNumber },
    });
  expect((await ship('half \ud800')).body.errors?.map(({ field }) => field)).toEqual(['trackingNumber']);
  await ship('two\nlines \u200bbell\u0007');
  expect(await read(order._id)).toMatchObject({ trackingNumber: 'two lines bell' });
  expect((await shop.json('get', '/orders', { as: admin })).status).toBe(200);
});

it('the number of a parcel that has left may be told later, alone or in a list', async () => {
  const order = await paid();
  const ship = { order: order._id, carrier: 'Pathao' };
  await shipments([ship]);
  const later = await shipments([{ order: order._id, trackingNumber: 'P 2' }]);
  expect(later.body.results[0]?.outcome).toBe('tracked');
  expect(await read(order._id)).toMatchObject({ carrier: 'Pathao', trackingNumber: 'P 2' });
  const body = { status: 'Shipped', trackingNumber: 'P 3' };
  const put = () => shop.json('put', `/order/${order._id}`, { as: admin, body });
  expect([(await put()).body, (await put()).body]).toMatchObject([
    { modifiedCount: 1 },
    { modifiedCount: 0 },
  ]);
  expect((await shipments([ship])).body.results[0]?.outcome).toBe('unchanged');
});

it('many parcels leave at once; one that is refused keeps none of the others back', async () => {
  const [first, second, unpaid] = [await paid(), await paid(), await place()];
  const list = [
    { order: `K-${first.number}`, carrier: 'Rickshaw' },
    { order: unpaid._id },
    { order: 'K-999999999' },
    { order: second._id },
  ];
  const { body } = await shipments(list);
  expect(body.results.map(({ outcome, code }) => [outcome, code])).toEqual([
    ['shipped', null],
    ['refused', 'ORDER_NOT_PAID'],
    ['refused', 'ORDER_NOT_FOUND'],
    ['shipped', null],
  ]);
  expect(body.results[0]).toMatchObject({ order: `K-${first.number}`, id: first._id, number: first.number });
  expect(body.results[1]).toMatchObject({ id: unpaid._id, number: unpaid.number });
  expect(body.results[2]).toMatchObject({ id: null, number: null });
  const again = await shipments(list.slice(0, 1));
  expect(again.body.results[0]?.outcome).toBe('unchanged');
  expect((await shipments([], admin)).status).toBe(400);
  const broken = await shop.json<Problem>('post', '/orders/shipments', {
    as: admin,
    body: { shipments: [{ order: second._id }, null] },
  });
  expect(broken.body.errors).toEqual([
    { field: 'shipments.1', message: 'A shipment is an object with order' },
  ]);
  expect((await shipments(list, rahim)).status).toBe(403);
});

it('a list that names an order twice is refused whole, by id or number', async () => {
  const [twice, once] = [await paid(), await paid()];
  const { status, body } = await shipments([
    { order: twice._id, trackingNumber: 'P 1' },
    { order: once._id },
    { order: `K-${twice.number}`, trackingNumber: 'P 2' },
  ]);
  const message = 'Shipment 3 names the same order as shipment 1. Send each order once.';
  expect([status, body.code, body.errors]).toEqual([
    400,
    'INVALID',
    [{ field: 'shipments.2.order', message }],
  ]);
  expect([(await read(twice._id)).status, (await read(once._id)).status]).toEqual(['pending', 'pending']);
});

it('the tracking of one parcel is changed twenty times and no more', async () => {
  const order = await paid();
  await shipments([{ order: order._id, trackingNumber: 'first' }]);
  for (let time = 0; time < 20; time += 1)
    expect((await shipments([{ order: order._id, trackingNumber: `P ${time}` }])).body.results).toMatchObject(
      [{ outcome: 'tracked' }],
    );
  const { body } = await shipments([{ order: order._id, trackingNumber: 'more' }]);
  expect(body.results).toMatchObject([{ outcome: 'refused', code: 'TOO_MANY_TRACKING_CHANGES' }]);
  expect(await read(order._id)).toMatchObject({ trackingNumber: 'P 19' });
});

it('a delivery is corrected until the parcel leaves; the timeline keeps what was before', async () => {
  const order = await paid();
  const { body } = await correct(order._id, { corrections: 0 });
  expect(body.order).toMatchObject({ ...delivery, email: rahim.email, corrections: 1 });
  expect(await read(order._id)).toMatchObject({ ...delivery, corrections: 1, paid: true });
  const repeated = await correct(order._id);
  expect(repeated.body.order.version).toBe(body.order.version);
  const { body: story } = await shop.json<OrderTimelineEntry[]>('get', `/orders/order/${order._id}/events`, {
    as: rahim,
  });
  expect(story.at(-1)).toMatchObject({
    type: 'order.corrected',
    data: {
      before: { name: 'Rahim', address: '1 Test Road', city: 'Dhaka', zip: '1215', phone: '' },
      after: delivery,
    },
  });
  await shipments([{ order: order._id }]);
  expect((await correct(order._id, { city: 'Sylhet' })).body.code).toBe('ORDER_SHIPPED');
});

it('nobody overwrites a correction that they have not seen, and strangers correct nothing', async () => {
  const order = await place();
  expect((await correct(order._id, { corrections: 0 }, admin)).status).toBe(200);
  expect((await correct(order._id, { city: 'Sylhet', corrections: 0 })).body.code).toBe('VERSION_CONFLICT');
  expect((await correct(order._id, { city: 'Sylhet', corrections: 1 })).body.order.city).toBe('Sylhet');
  // The answer was lost, and the same is sent again.
  const again = await correct(order._id, { city: 'Sylhet', corrections: 1 });
  expect([again.status, again.body.order.corrections]).toEqual([200, 2]);
  const other = await shop.person('stranger@example.com');
  expect((await correct(order._id, {}, other)).status).toBe(403);
  const faulty = await correct(order._id, { address: ' ', phone: 'call me' });
  expect(faulty.body.errors?.map(({ field }) => field)).toEqual(['address', 'phone']);
});

it('a telephone that is left out stays, and an empty one goes', async () => {
  const order = await place({ phone: '01811-000000' });
  expect((await correct(order._id, { phone: undefined })).body.order.phone).toBe('01811-000000');
  expect((await correct(order._id, { phone: '' })).body.order.phone).toBe('');
});

it('one order is corrected twenty times and no more', async () => {
  const order = await place();
  for (let time = 0; time < 20; time += 1)
    expect((await correct(order._id, { zip: String(time) })).status).toBe(200);
  expect((await correct(order._id, { zip: 'more' })).body.code).toBe('TOO_MANY_CORRECTIONS');
});
