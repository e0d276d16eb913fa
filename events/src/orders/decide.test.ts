import { describe, it } from 'vitest';
import { given } from '../testing/decider-specification.ts';
import type { CommandOf, OfferedTool, OrderCommand } from './order-command.ts';
import type { OrderEvent } from './order-event.ts';

const tool: OfferedTool = {
  id: 'tool-hammer',
  name: 'Claw Hammer',
  price: 12,
  minOrderQuantity: 2,
  description: 'Forged',
  image: '/images/hammer.avif',
};
const person = { uid: 'user-1', person: 'sealed' };
const place: CommandOf<'place-order'> = {
  type: 'place-order',
  tool,
  quantity: 3,
  unitPrice: 12,
  buyer: person,
};
const created: OrderEvent = {
  type: 'order.created',
  data: {
    toolId: 'tool-hammer',
    toolsName: 'Claw Hammer',
    description: 'Forged',
    image: '/images/hammer.avif',
    unitPrice: 12,
    quantity: 3,
    price: 36,
    ...person,
  },
};
const paid: OrderEvent = { type: 'order.paid', data: { transactionId: 'pi_1', amount: 36 } };
const shipped: OrderEvent = { type: 'order.shipped', data: { carrier: null, trackingNumber: null } };
const deleted: OrderEvent = { type: 'order.deleted', data: { reason: 'customer' } };
const pay = { type: 'pay-order', transactionId: 'pi_1' } as const;
const ship = {
  type: 'ship-order',
  despiteCancellation: false,
  despiteDispute: false,
  carrier: null,
  trackingNumber: null,
} as const;
const remove = { type: 'delete-order', reason: 'customer' } as const;

describe('place', () => {
  it('prices the order from the catalogue', () => given().when(place).thenEvent(created));
  it('takes today’s price when the person saw none', () =>
    given()
      .when({ ...place, unitPrice: null })
      .thenEvent(created));
  it('refuses an unknown tool', () =>
    given()
      .when({ ...place, tool: null })
      .thenRefused('TOOL_NOT_FOUND'));
  it('refuses fewer than the minimum', () =>
    given()
      .when({ ...place, quantity: 1 })
      .thenRefused('BELOW_MINIMUM', { minimum: 2 }));
  it('refuses another price than today’s', () =>
    given()
      .when({ ...place, unitPrice: 11 })
      .thenRefused('PRICE_CHANGED', { unitPrice: 12 }));
  it('changes nothing when the order is there', () => given(created).when(place).thenNothing());
});

describe('pay', () => {
  it('needs an order', () => given().when(pay).thenRefused('ORDER_NOT_FOUND'));
  it('keeps the amount', () => given(created).when(pay).thenEvent(paid));
  it('is repeatable', () => given(created, paid).when(pay).thenNothing());
  it('is repeatable after shipping', () => given(created, paid, shipped).when(pay).thenNothing());
  it('refuses a second payment', () =>
    given(created, paid)
      .when({ ...pay, transactionId: 'pi_2' })
      .thenRefused('ORDER_PAID'));
  it('refuses a deleted order', () => given(created, deleted).when(pay).thenRefused('ORDER_GONE'));
});

describe('ship', () => {
  it('needs an order', () => given().when(ship).thenRefused('ORDER_NOT_FOUND'));
  it('needs the money first', () => given(created).when(ship).thenRefused('ORDER_NOT_PAID'));
  it('sends a paid order', () => given(created, paid).when(ship).thenEvent(shipped));
  it('is repeatable', () => given(created, paid, shipped).when(ship).thenNothing());
  it('refuses a deleted order', () => given(created, deleted).when(ship).thenRefused('ORDER_GONE'));
});

describe('delete', () => {
  it('needs an order', () => given().when(remove).thenRefused('ORDER_NOT_FOUND'));
  it('takes an unpaid order away', () => given(created).when(remove).thenEvent(deleted));
  it('refuses a paid order', () => given(created, paid).when(remove).thenRefused('ORDER_PAID'));
  it('refuses a shipped order', () => given(created, paid, shipped).when(remove).thenRefused('ORDER_PAID'));
  it('is repeatable', () => given(created, deleted).when(remove).thenNothing());
});

describe('a command about a paid order', () => {
  const commands: readonly OrderCommand[] = [
    ship,
    { type: 'request-refund', reason: 'customer', restock: true },
    { type: 'record-refund', refundId: 're_1', amount: 100, by: 'shop' },
    { type: 'fail-refund', failed: { attempt: 1 }, reason: 'declined' },
    { type: 'request-cancellation', reason: 'mistake' },
    { type: 'decline-cancellation' },
    { type: 'record-dispute', disputeId: 'dp_1', status: 'lost', reason: 'fraudulent', amount: 100 },
  ];
  it.each(commands)('is refused for an order that is unknown, unpaid or deleted: $type', (command) => {
    given().when(command).thenRefused('ORDER_NOT_FOUND');
    given(created).when(command).thenRefused('ORDER_NOT_PAID');
    given(created, deleted).when(command).thenRefused('ORDER_GONE');
  });
});
