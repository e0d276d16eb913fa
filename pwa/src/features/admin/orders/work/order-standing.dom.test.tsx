import type { Order } from '@karigar/bff/contracts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { orderOf } from '../../../../shared/testing/order.ts';
import { renderInShop } from '../../../../shared/testing/render.tsx';
import type { Shipping } from '../shipping/shipping.ts';
import { ShipButton } from './order-buttons.tsx';
import { OrderStanding } from './order-standing.tsx';
import { shippingsOf, workOf } from './testing/work.ts';

const shop = vi.hoisted(() => ({ config: {} as { copiedAt?: string } }));
vi.mock('../../../../shared/saved/shop-config.ts', () => ({ useConfig: () => shop.config }));
afterEach(() => {
  shop.config = {};
});

const at = '2026-01-03T10:00:00.000Z';
const refund = { amount: 36, at, restocked: true, whole: true };
const refundRequest = { reason: 'other', restock: true, at } as const;
const cancellation = { reason: 'mistake', at, declinedAt: null } as const;
const dispute = { status: 'needs_response', reason: 'fraudulent', amount: 36, at, open: true };
const shippedOnce = { status: 'Shipped' } as const;

/** Shows an order's standing, alone. */
function stand(fields: Partial<Order>, shipping?: Omit<Shipping, 'order'>) {
  cleanup();
  const order = orderOf(fields);
  renderInShop(<OrderStanding order={order} shipping={shipping && { order, ...shipping }} />);
}

test.each<[string, string, Partial<Order>]>([
  ['Refunded', 'Not shipped', { refund }],
  ['Paid', 'Refund in progress', { refundRequest }],
  ['Paid', '$3.50 refunded', { refund: { ...refund, amount: 3.5, whole: false } }],
  ['Paid', 'The payment is disputed', { dispute }],
  ['Paid', 'Cancellation requested', { cancellation }],
  ['To be refunded', 'Not shipped', { refund: { ...refund, amount: 0 }, refundFailure: { at } }],
])('an order is said to be %s, and %s', (state, note, fields) => {
  stand(fields);
  screen.getByText(state);
  screen.getByText(note);
});

test('a shipping that waits is counted down in the row, which is not heard', () => {
  stand({}, { is: 'waiting', due: Date.now() + 5_000 });
  expect(screen.getByText('Shipping').textContent).toMatch(/^Shipping in [45] s$/);
  expect(screen.getByText(/^in/).getAttribute('aria-hidden')).toBe('true');
});

test('a refusal is said while its reason holds; then what else there is to know', () => {
  const unknown = { is: 'refused', code: null, detail: 'The shop gave no answer.' } as const;
  const asking = { is: 'refused', code: 'CANCELLATION_REQUESTED', detail: 'They ask to cancel.' } as const;
  const isSaid = () =>
    screen.queryByText(/^Not shipped: (The shop gave no answer|They ask to cancel)\.$/) !== null;
  stand({}, unknown);
  expect(isSaid()).toBe(true);
  stand(shippedOnce, unknown);
  expect(isSaid()).toBe(false);
  stand({ cancellation }, asking);
  expect(isSaid()).toBe(true);
  expect(screen.queryByText('Cancellation requested')).toBeNull();
  stand({ cancellation: { ...cancellation, declinedAt: at }, refundRequest }, asking);
  expect(isSaid()).toBe(false);
  screen.getByText('Refund in progress');
});

test.each<[string, Partial<Order>]>([
  ['refunded', { refund }],
  ['shipped and refunded', { refund, ...shippedOnce }],
  ['being refunded', { refundRequest }],
  ['unpaid', { paid: false }],
])('an order that is %s has no button to ship', (_, fields) => {
  renderInShop(<ShipButton order={orderOf(fields)} work={workOf()} />);
  expect(screen.queryByRole('button')).toBeNull();
});

test('the button names number and customer, and a key that is held down presses it once', async () => {
  const work = workOf();
  renderInShop(<ShipButton order={orderOf()} work={work} />);
  const ship = screen.getByRole('button', { name: 'Ship K-180 of Rahima Khatun' });
  expect(fireEvent.keyDown(ship, { key: 'Enter', repeat: true })).toBe(false);
  expect(fireEvent.keyDown(ship, { key: 'Enter' })).toBe(true);
  await userEvent.click(ship);
  expect(work.ship).toHaveBeenCalledExactlyOnceWith([{ order: orderOf() }]);
});

test('while it waits the same button takes no press, and Undo is beside it', async () => {
  const work = workOf({ shippings: shippingsOf({ is: 'waiting', due: Date.now() + 5_000 }) });
  renderInShop(<ShipButton order={orderOf()} work={work} />);
  await userEvent.click(screen.getByRole('button', { name: 'Ship K-180 of Rahima Khatun' }));
  expect(work.ship).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: /^Undo/ }));
  expect(work.undo).toHaveBeenCalledExactlyOnceWith(['ord_1']);
});

test('a shipped order sends the same change again', async () => {
  const work = workOf();
  const order = orderOf(shippedOnce);
  renderInShop(<ShipButton order={order} work={work} />);
  await userEvent.click(screen.getByRole('button', { name: /^Shipped/ }));
  expect(work.shipAgain).toHaveBeenCalledExactlyOnceWith(order);
});

test.each([
  ['2026-01-03T09:59:59.000Z', true],
  ['2026-01-03T10:00:00.001Z', false],
  [null, false],
])('a copy of a shop says that an order paid at %s was paid in the original: %s', (paidAt, isSaid) => {
  shop.config = { copiedAt: at };
  stand({ paidAt });
  expect(screen.queryByText('Paid in the original shop') !== null).toBe(isSaid);
});
