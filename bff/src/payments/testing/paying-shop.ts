import { randomUUID } from 'node:crypto';
import type { Order, PlacedOrder } from '../../contracts/order.ts';
import type { Intent } from '../../contracts/payment.ts';
import type { Problem } from '../../contracts/problem.ts';
import { anOrder, RunningShop } from '../../testing/running-shop.ts';
import { TestSimulator } from './test-simulator.ts';

/** A whole server with the payment simulator, to which messages of the provider do not come, and a customer who orders and pays over HTTP. */
export async function payingShop(environment: Record<string, string> = {}, simulator?: TestSimulator) {
  const provider = simulator ?? (await TestSimulator.start());
  const shop = await RunningShop.start({ ...provider.environment, ...environment });
  const admin = await shop.admin();
  const somebody = () => shop.person(`${randomUUID()}@example.com`);
  const customer = await somebody();
  const newOrder = async (as = customer, tool: Record<string, unknown> = {}): Promise<Order> => {
    const body = anOrder(as, await shop.newTool(tool));
    return (await shop.json<PlacedOrder>('post', '/orders', { as, body })).body.order;
  };
  const open = (body: object, as = customer, headers: Record<string, string> = {}) =>
    shop.json<Intent & Problem>('post', '/create-payment-intent', { as, body, headers });
  const pay = ({ intentId: id, clientSecret }: Intent, method?: string) =>
    provider.pay({ id, clientSecret }, method);
  const claim = ({ _id }: Order, { intentId: transactionId }: Intent, as = customer) => {
    const body = { order: _id, transactionId };
    return shop.json<Problem & { modifiedCount: number }>('patch', `/orders/order/${_id}`, { as, body });
  };
  /** An order, and a payment that the provider has taken: that of the order, or one of its sum that names no order. */
  const orderAndPayment = async ({ unbound = false, tool = {} } = {}) => {
    const order = await newOrder(customer, tool);
    const { body: intent } = await open(unbound ? { price: order.price } : { orderId: order._id });
    await pay(intent);
    return { order, intent };
  };
  return {
    ...{ shop, simulator: provider, admin, customer, somebody, newOrder, open, pay, claim, orderAndPayment },
    /** An order that its customer has paid. */
    async paidOrder(tool = {}) {
      const { order, intent } = await orderAndPayment({ tool });
      await claim(order, intent);
      return { order, intent };
    },
    read: async ({ _id }: Order, as = customer) =>
      (await shop.json<Order & Problem>('get', `/orders/order/${_id}`, { as })).body,
    remove: ({ _id }: Order, as = customer) =>
      shop.json<Problem & { deletedCount: number }>('delete', `/orders/${_id}`, { as }),
    refund: ({ _id }: Order) => {
      const body = { reason: 'customer', restock: true };
      return shop.json<{ order: Order } & Problem>('post', `/orders/${_id}/refund`, { as: admin, body });
    },
    /** An intent as the provider has it. */
    atProvider: async ({ intentId }: Intent) =>
      (await provider.ledger()).intents.find(({ id }) => id === intentId),
    async stop() {
      await shop.stop();
      if (simulator === undefined) await provider.stop();
    },
  };
}
