import { afterAll, expect, it } from 'vitest';
import type { ShopConfig } from '../contracts/index.ts';
import { setCurrency } from '../contracts/money.ts';
import { RunningShop } from '../testing/running-shop.ts';
import { payingShop } from './testing/paying-shop.ts';
import { TestSimulator } from './testing/test-simulator.ts';

const simulator = await TestSimulator.start();
let paying: Awaited<ReturnType<typeof payingShop>>;
afterAll(async () => {
  setCurrency('USD');
  await paying.stop();
  await simulator.stop();
});

it.each([
  ['BDT', 8_000],
  ['JPY', 80],
  ['KWD', 80_000],
])('an order of 80 in %s is paid as %d of the provider’s units, and refunded whole', async (code, amount) => {
  paying = await payingShop({ CURRENCY: code }, simulator);
  const { order, intent } = await paying.paidOrder({ availableQuantity: 10, price: 40 });
  expect(await paying.atProvider(intent)).toMatchObject({ amount, currency: code.toLowerCase() });
  const { body } = await paying.refund(order);
  expect(body.order).toMatchObject({ price: 80, refund: { amount: 80, whole: true } });
  expect((await paying.shop.json<ShopConfig>('get', '/config')).body.currency).toBe(code);
  if (code !== 'KWD') await paying.stop();
});

it('cannot be changed while there are orders in another one', async () => {
  await expect(RunningShop.start({ CURRENCY: 'USD' }, paying.shop)).rejects.toThrow(
    'CURRENCY is USD, but this shop has orders in KWD: set CURRENCY=KWD',
  );
});
