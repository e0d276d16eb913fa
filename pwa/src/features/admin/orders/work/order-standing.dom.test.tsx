import type { Order } from '@karigar/bff/contracts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { orderOf } from '../../../../shared/testing/order.ts';
import { renderInShop } from '../../../../shared/testing/render.tsx';
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
const waiting = () => shippingsOf({ is: 'waiting', due: Date.now() + 5_000 });

test.each([
  ['Refunded', 'Not shipped', orderOf({ refund })],
  ['Paid', 'Refund in progress', orderOf({ refundRequest: { reason: 'other', restock: true, at } })],
  ['Paid', '$3.50 refunded', orderOf({ refund: { ...refund, amount: 3.5, whole: false } })],
  [
    'Paid',
    'The payment is disputed',
    orderOf({ dispute: { status: 'needs_response', reason: 'fraudulent', amount: 36, at, open: true } }),
  ],
  ['Paid', 'Cancellation requested', orderOf({ cancellation: { reason: 'mistake', at, declinedAt: null } })],
  ['To be refunded', 'Not shipped', orderOf({ refund: { ...refund, amount: 0 }, refundFailure: { at } })],
])('an order is said to be %s, and %s', (state, note, order) => {
  renderInShop(<OrderStanding order={order} />);
  screen.getByText(state);
  screen.getByText(note);
});

test('a shipping that waits is counted down in the row', () => {
  renderInShop(
    <OrderStanding
      order={orderOf()}
      shipping={{ order: orderOf(), is: 'waiting', due: Date.now() + 5_000 }}
    />,
  );
  expect(screen.getByText('Shipping').textContent).toMatch(/^Shipping in [45] s$/);
  expect(screen.getByText(/^in/).getAttribute('aria-hidden')).toBe('true');
});

test('a refusal is said in the row, until the order is shipped after all', () => {
  const progress = { is: 'refused', code: null, detail: 'The shop gave no answer.' } as const;
  renderInShop(<OrderStanding order={orderOf()} shipping={{ order: orderOf(), ...progress }} />);
  screen.getByText('Not shipped: The shop gave no answer.');
  cleanup();
  renderInShop(
    <OrderStanding order={orderOf({ status: 'Shipped' })} shipping={{ order: orderOf(), ...progress }} />,
  );
  expect(screen.queryByText(/Not shipped/)).toBeNull();
});

test('a refusal is said while its reason holds; then what else there is to know', () => {
  const progress = { is: 'refused', code: 'CANCELLATION_REQUESTED', detail: 'They ask to cancel.' } as const;
  const cancellation = { reason: 'mistake', at, declinedAt: null } as const;
  const show = (fields: Partial<Order>) => {
    cleanup();
    renderInShop(<OrderStanding order={orderOf(fields)} shipping={{ order: orderOf(), ...progress }} />);
    return screen.queryByText('Not shipped: They ask to cancel.');
  };
  expect(show({ cancellation })).not.toBeNull();
  expect(screen.queryByText('Cancellation requested')).toBeNull();
  const declined = { ...cancellation, declinedAt: at };
  expect(show({ cancellation: declined })).toBeNull();
  const refundRequest = { reason: 'other', restock: true, at } as const;
  expect(show({ cancellation: declined, refundRequest })).toBeNull();
  screen.getByText('Refund in progress');
});

test.each([
  ['refunded', orderOf({ refund })],
  ['shipped and refunded', orderOf({ refund, status: 'Shipped' })],
  ['being refunded', orderOf({ refundRequest: { reason: 'other', restock: true, at } })],
  ['unpaid', orderOf({ paid: false })],
])('an order that is %s has no button to ship', (_, order) => {
  renderInShop(<ShipButton order={order} work={workOf()} />);
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

test('while it waits the same button takes no press, and Undo stands beside it', async () => {
  const work = workOf({ shippings: waiting() });
  renderInShop(<ShipButton order={orderOf()} work={work} />);
  await userEvent.click(screen.getByRole('button', { name: 'Ship K-180 of Rahima Khatun' }));
  expect(work.ship).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: /^Undo/ }));
  expect(work.undo).toHaveBeenCalledExactlyOnceWith(['ord_1']);
});

test('a shipped order sends the same change again', async () => {
  const work = workOf();
  const order = orderOf({ status: 'Shipped' });
  renderInShop(<ShipButton order={order} work={work} />);
  await userEvent.click(screen.getByRole('button', { name: /^Shipped/ }));
  expect(work.shipAgain).toHaveBeenCalledExactlyOnceWith(order);
});

test('a copy of a shop says which orders were paid in the original', () => {
  shop.config = { copiedAt: at };
  const words = () => screen.queryByText('Paid in the original shop');
  renderInShop(<OrderStanding order={orderOf({ paidAt: '2026-01-03T09:59:59.000Z' })} />);
  expect(words()).not.toBeNull();
  cleanup();
  renderInShop(<OrderStanding order={orderOf({ paidAt: '2026-01-03T10:00:00.001Z' })} />);
  renderInShop(<OrderStanding order={orderOf({ paid: false, paidAt: null })} />);
  expect(words()).toBeNull();
});
