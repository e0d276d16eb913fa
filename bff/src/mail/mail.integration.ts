import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Order, PlacedOrder } from '../contracts/order.ts';
import { showNumber } from '../contracts/order-number.ts';
import { TestSimulator } from '../payments/testing/test-simulator.ts';
import { anOrder, RunningShop, type TestPerson } from '../testing/running-shop.ts';
import { TestInbox } from './testing/test-inbox.ts';

const patience = { timeout: 20_000 };
let shop: RunningShop;
let simulator: TestSimulator;
let inbox: TestInbox;
let person: TestPerson;

beforeAll(async () => {
  [simulator, inbox] = await Promise.all([TestSimulator.start(), TestInbox.start()]);
  shop = await RunningShop.start({
    ...simulator.environment,
    SMTP_URL: inbox.smtpUrl,
    SHOP_URL: 'https://shop.example',
    CARRIERS: 'Pathao=https://pathao.example/?id={tracking};By hand',
  });
});
afterAll(async () => {
  await shop.stop();
  await Promise.all([simulator.stop(), inbox.stop()]);
});
beforeEach(async () => {
  person = await shop.person(`${randomUUID().slice(0, 8)}@example.com`, { verified: true });
});

/** An order of two pieces at $20. */
async function placed(fields: Record<string, unknown> = {}): Promise<Order> {
  const toolId = await shop.newTool({ availableQuantity: 10, price: 20 });
  const body = { ...anOrder(person, toolId), ...fields };
  return (await shop.json<PlacedOrder>('post', '/orders', { as: person, body })).body.order;
}
async function paid(fields: Record<string, unknown> = {}): Promise<Order> {
  const order = await placed(fields);
  const opened = await shop.json<{ intentId: string; clientSecret: string }>(
    'post',
    '/create-payment-intent',
    { as: person, body: { orderId: order._id } },
  );
  const { intentId: id, clientSecret } = opened.body;
  await simulator.pay({ id, clientSecret });
  await shop.json('patch', `/orders/order/${order._id}`, { as: person, body: { transactionId: id } });
  return order;
}
const letters = async (to = person.email) =>
  (await inbox.letters()).filter((letter) => letter.to.includes(to));
const subjects = async () => (await letters()).map(({ subject }) => subject);

describe('letters', () => {
  it('reach the customer with the number, what was paid and the way to the order', async () => {
    const order = await paid();
    const number = showNumber(order.number);
    await expect.poll(subjects, patience).toEqual([`Receipt for your order ${number}`]);
    const [letter] = await letters();
    for (const said of [letter?.text, letter?.html])
      for (const word of [number, 'Claw Hammer', '$20', '$40', '1 Test Road', 'pi_', '2 days'])
        expect(said).toContain(word);
    expect(letter?.html).toContain(`href="https://shop.example/dashboard/orders/${order._id}"`);
    expect(letter?.from).toBe('Karigar <orders@karigar.example>');
    expect(letter?.to).toBe(`Rahim <${person.email}>`);
    expect(letter?.messageId).toMatch(/^\d+\.paid\.[\da-f]{16}@karigar\.example$/);
  });
});
