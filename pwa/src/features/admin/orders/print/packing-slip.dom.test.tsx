import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getConfig } from '../../../../shared/api/calls.ts';
import { orderOf } from '../../../../shared/testing/order.ts';
import { shopConfig } from '../../../../shared/testing/shop-config.ts';
import { notifyFailure } from '../../../../shared/ui/toast.ts';
import { printSlips } from './packing-slip.tsx';

vi.mock('../../../../shared/api/calls.ts');
vi.mock('../../../../shared/ui/toast.ts', { spy: true });

const contact = { phone: '+880 1700', email: 'hello@karigar.example', address: 'Tejgaon, Dhaka' };
const hammer = orderOf({ toolsName: 'হাতুড়ি', quantity: 4, price: 48, phone: '01711-222333' });
const saw = orderOf({ _id: 'ord_2', number: 181 });
const slips = () => [...document.querySelectorAll('[aria-label^="Packing slip"]')];
const closeDialogue = () =>
  act(() => {
    window.dispatchEvent(new Event('afterprint'));
  });

let printed: string[];
const print = vi.fn(() => {
  printed = slips().map((slip) => slip.textContent ?? '');
});

beforeEach(() => {
  vi.stubGlobal('print', print.mockClear());
  vi.mocked(getConfig).mockResolvedValue(shopConfig({ contact }));
});
afterEach(() => {
  closeDialogue();
  vi.unstubAllGlobals();
});

test('prints from whom, to whom, what and how many, without the price, and leaves nothing behind', async () => {
  await act(() => printSlips([hammer]));
  const where = ['Rahima Khatun', 'House 12, Road 7', 'Dhaka 1209', '01711-222333'];
  for (const words of ['K-180', 'হাতুড়ি', '× 4', 'Karigar', contact.address, contact.phone, ...where]) {
    expect(printed[0]).toContain(words);
  }
  expect(printed[0]).not.toContain('48');
  const code = slips()[0]?.querySelector('svg');
  expect(code?.getAttribute('aria-label')).toBe(`Code of ${location.origin}/dashboard/orders/K-180`);
  expect(code?.querySelector('path')?.getAttribute('d')).toMatch(/^M4 4h1v1h-1z/);
  closeDialogue();
  expect(slips()).toEqual([]);
});

test('many slips are one print; that of an order on hold bears HOLD, others do not', async () => {
  const at = '2026-01-03T10:00:00.000Z';
  const dispute = { status: 'needs_response', reason: 'fraudulent', amount: 48, at, open: true };
  const cancellation = { reason: 'mistake', at, declinedAt: null } as const;
  const shipped = { ...saw, _id: 'ord_5', dispute, status: 'Shipped' } as const;
  const held = [
    { ...saw, _id: 'ord_3', dispute },
    { ...saw, _id: 'ord_4', cancellation },
  ];
  await act(() => printSlips([saw, ...held, shipped]));
  expect(print).toHaveBeenCalledOnce();
  expect(printed.map((text) => text.includes('HOLD'))).toEqual([false, true, true, false]);
});

test('prints only the slips of the last call where the browser never says that it has printed', async () => {
  await act(() => printSlips([hammer]));
  await act(() => printSlips([saw]));
  expect(printed).toHaveLength(1);
  expect(printed[0]).toContain('K-181');
});

test('opens no dialogue for nothing', async () => {
  await printSlips([]);
  expect(print).not.toHaveBeenCalled();
});

test('says so where printing fails, and leaves nothing behind', async () => {
  print.mockImplementationOnce(() => {
    throw new Error('no printer');
  });
  await act(() => printSlips([hammer]));
  expect(notifyFailure).toHaveBeenCalledWith(expect.stringContaining('could not be prepared'));
  expect(slips()).toEqual([]);
});
