import { cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { orderOf } from '../../shared/testing/order.ts';
import { renderInShop } from '../../shared/testing/render.tsx';
import { dateOf } from '../../shared/ui/time.ts';
import { OrderPayment } from './order-list.tsx';

const at = '2026-11-23T10:00:00.000Z';

it('says that an order was paid and refunded, what went back and when', () => {
  renderInShop(
    <OrderPayment order={orderOf({ refund: { amount: 36, at, restocked: true, whole: true } })} />,
  );
  expect(screen.getByText('Paid')).toBeTruthy();
  expect(screen.getByText('Refunded')).toBeTruthy();
  expect(screen.getByText(`$36 was refunded on ${dateOf(at)}.`)).toBeTruthy();
});

it('says that a shipped order was shipped, also when a part of its money went back', () => {
  renderInShop(
    <OrderPayment
      order={orderOf({ status: 'Shipped', refund: { amount: 3.5, at, restocked: false, whole: false } })}
    />,
  );
  expect(screen.getByText('Shipped')).toBeTruthy();
  expect(screen.getByText('$3.50 refunded')).toBeTruthy();
});

it('says that the customer has asked to cancel until the shop has decided', () => {
  const cancellation = { reason: 'mistake', at, declinedAt: null } as const;
  renderInShop(<OrderPayment order={orderOf({ cancellation })} />);
  expect(screen.getByText('Cancellation requested.')).toBeTruthy();
  cleanup();
  renderInShop(<OrderPayment order={orderOf({ cancellation: { ...cancellation, declinedAt: at } })} />);
  expect(screen.queryByText('Cancellation requested.')).toBeNull();
});
