import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { orderOf } from '../../shared/testing/order.ts';
import { renderInShop } from '../../shared/testing/render.tsx';
import { PaymentSummary } from './summary.tsx';

const onPhone = () =>
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        matches: media.includes('47.99em'),
        media,
        addEventListener() {},
        removeEventListener() {},
      }) as never,
  );

afterEach(() => vi.restoreAllMocks());

test('a payment never says that the card is charged before it is', () => {
  const { unmount } = renderInShop(<PaymentSummary order={orderOf({ paid: false, price: 36 })} />);
  expect(screen.getByText('Charge')).toBeTruthy();
  expect(screen.queryByText(/charged/i)).toBeNull();
  unmount();
  renderInShop(<PaymentSummary order={orderOf({ price: 36 })} />);
  expect(screen.getByText('Charged')).toBeTruthy();
});

test('a phone has one line, which opens to everything else', () => {
  onPhone();
  const order = orderOf({ paid: false, price: 36 });
  renderInShop(<PaymentSummary order={order} />);
  const line = document.querySelector('summary');
  expect(line?.textContent).toBe(`${order.toolsName}Charge $36`);
  expect(line?.closest('details')?.open).toBe(false);
  expect(line?.closest('details')?.textContent).toContain('Total price$36');
});
