import type { Order } from '@karigar/bff/contracts';
import { act } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { printPackingSlip } from './packing-slip.tsx';

afterEach(() => vi.unstubAllGlobals());

const order = {
  _id: 'ord_1',
  toolsName: 'হাতুড়ি',
  name: 'Rahima Khatun',
  address: 'House 12, Road 7',
  city: 'Dhaka',
  zip: '1209',
  email: 'rahima@x.com',
  quantity: 4,
  price: 48,
  createdAt: '2026-01-02T10:00:00.000Z',
} as Order;

test('prints what goes where, without the price, and leaves nothing behind', () => {
  const print = vi.fn(() => document.body.textContent ?? '');
  vi.stubGlobal('print', print);
  act(() => printPackingSlip(order));
  const printed = print.mock.results[0]?.value as string;
  for (const words of ['ord_1', 'হাতুড়ি', 'Rahima Khatun', 'House 12, Road 7', 'Dhaka 1209']) {
    expect(printed).toContain(words);
  }
  expect(printed).not.toContain('48');
  act(() => {
    window.dispatchEvent(new Event('afterprint'));
  });
  expect(document.body.textContent).not.toContain('Packing slip');
});
