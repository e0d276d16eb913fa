import { afterAll, expect, it } from 'vitest';
import type { Order, PlacedOrder } from '../contracts/order.ts';
import { anOrder, RunningShop } from '../testing/running-shop.ts';
import { openRecords } from '../testing/shop-records.ts';

const placed: Order[] = [];

const shop = await RunningShop.start();
const records = await openRecords(shop);
const admin = await shop.admin();
const rahim = await shop.person('rahim@example.com');
await records.users.signedIn({ ...rahim, emailVerified: true, name: '', signedInAt: 0 });
for (const name of ['Claw Hammer', 'Hand Saw', 'Rahim@example.com edition']) {
  const body = anOrder(rahim, await shop.newTool({ name }));
  placed.push((await shop.json<PlacedOrder>('post', '/orders', { as: rahim, body })).body.order);
}
const [order] = placed;
const origin = { actor: 'system:test', correlationId: 'test' };
await records.log.pay({ orderId: order?._id ?? '', transactionId: 'pi_found_me', ...origin });
afterAll(async () => {
  await records.close();
  await shop.stop();
});

const find = async (query: Record<string, string>) => {
  const path = `/orders?${new URLSearchParams(query)}`;
  const { body, headers } = await shop.json<Order[]>('get', path, { as: admin });
  const [as, also] = [headers.get('x-found-as'), headers.get('x-also-found')];
  return { ids: body.map(({ _id }) => _id), as, also, total: headers.get('x-total-count') };
};
const idsAt = (...indexes: number[]) => indexes.map((index) => placed[index]?._id);

it('one order is found by its number, its id and its payment, whatever else is asked', async () => {
  const [first] = placed;
  const only = { ids: idsAt(0), also: null, total: '1' };
  expect(await find({ find: `K-${first?.number}` })).toEqual({ ...only, as: 'number' });
  expect(await find({ find: String(first?.number), status: 'Shipped' })).toEqual({ ...only, as: 'number' });
  expect(await find({ find: first?._id ?? '' })).toEqual({ ...only, as: 'id' });
  expect(await find({ find: 'pi_found_me' })).toEqual({ ...only, as: 'payment' });
  expect(await find({ find: 'K-99999999' })).toMatchObject({ ids: [], as: 'number' });
});

it('orders are found by words of the tool in any order, with the filters of the list', async () => {
  expect(await find({ find: 'hammer claw' })).toMatchObject({ ids: idsAt(0), as: 'tool' });
  expect(await find({ find: 'hammer claw', paid: 'false' })).toMatchObject({ ids: [], as: 'nothing' });
  expect(await find({ find: 'no such thing' })).toMatchObject({ ids: [], as: 'nothing' });
});

it('a customer comes before tools of the same words, which are told and can be asked for', async () => {
  expect(await find({ find: 'rahim@example.com', oldest: 'true' })).toMatchObject({
    ids: idsAt(0, 1, 2),
    as: 'customer',
    also: 'tool',
  });
  expect(await find({ find: 'rahim@example.com', in: 'tool' })).toMatchObject({ ids: idsAt(2), as: 'tool' });
});

it('orders are found by the beginning of a customer’s email and by words of their name', async () => {
  const karim = await shop.person('karim.sarkar@example.com');
  const body = { ...anOrder(karim, await shop.newTool({ name: 'Anvil' })), name: 'Abdul Karim Bhuiyan' };
  const { order } = (await shop.json<PlacedOrder>('post', '/orders', { as: karim, body })).body;
  const only = { ids: [order._id], as: 'customer', also: null };
  // The index follows the log in the background.
  await expect.poll(() => find({ find: 'bhuiyan' })).toMatchObject(only);
  expect(await find({ find: 'karim abd' })).toMatchObject(only);
  expect(await find({ find: 'karim.s' })).toMatchObject(only);
  expect(await find({ find: 'bhuiyan', email: rahim.email })).toMatchObject({ ids: [], as: 'nothing' });
  expect(await find({ find: 'karim rahman' })).toMatchObject({ ids: [], as: 'nothing' });
});

it('a file of orders holds what was found', async () => {
  const file = async (text: string) =>
    (await shop.call('get', `/orders.csv?find=${encodeURIComponent(text)}`, { as: admin })).text();
  expect((await file(`K-${placed[1]?.number}`)).trim().split('\n')).toHaveLength(2);
  expect((await file('claw')).trim().split('\n')).toHaveLength(2);
  const { headers } = await shop.call('get', '/orders.csv?find=claw', { as: admin });
  expect(headers.get('x-found-as')).toBe('tool');
});
