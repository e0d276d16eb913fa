import { NewOrder, type Order } from '@karigar/bff/contracts';
import { describe, expect, it } from 'vitest';
import { destinationRules, firstValues, isSameDestination, newestOrder } from './purchase-draft.ts';

const last = { address: '12 Lake Road', city: 'Dhaka', zip: '1209' };
const profile = { city: 'Sylhet', zip: '3100' };

describe('the purchase form', () => {
  it('begins with the kept draft before anything else', () => {
    const draft = { address: '', city: 'Khulna', zip: '', quantity: '4' };
    expect(firstValues(draft, last, profile)).toEqual({ address: '', city: 'Khulna', zip: '' });
  });

  it('begins with the last destination when the draft holds only a quantity', () => {
    expect(firstValues({ quantity: '4' }, last, profile)).toEqual(last);
  });

  it('begins with what the profile knows for a first order', () => {
    expect(firstValues(null, undefined, profile)).toEqual({ address: '', ...profile });
    expect(firstValues(null, undefined, null)).toEqual({ address: '', city: '', zip: '' });
  });

  it('knows a destination again', () => {
    expect(isSameDestination(last, { ...last })).toBe(true);
    for (const part of ['address', 'city', 'zip']) {
      expect(isSameDestination(last, { ...last, [part]: 'x' })).toBe(false);
    }
  });

  it('finds the newest order in any list', () => {
    const orders = ['2026-02-01', '2026-03-01', '2026-01-01'].map((createdAt) => ({ createdAt }) as Order);
    expect(newestOrder(orders)?.createdAt).toBe('2026-03-01');
    expect(newestOrder([])).toBeUndefined();
  });

  it('asks for each part of the destination', () => {
    expect(destinationRules.address(' ')).toBe('Address is required');
    expect(destinationRules.city('')).toBe('City is required');
    expect(destinationRules.zip('')).toBe('Zip Code is required');
    expect(destinationRules.zip('1'.repeat(21))).toBe('Use at most 20 characters');
    expect(destinationRules.address('বাড়ি ১২, ঢাকা')).toBeNull();
  });

  it.each([
    ['address', 300],
    ['city', 120],
    ['zip', 20],
  ] as const)('takes a %s of at most %i characters, as the server does', (field, longest) => {
    for (const length of [longest, longest + 1]) {
      const typed = 'x'.repeat(length);
      const sent = { toolId: 't1', email: 'a@karigar.example', ...last, quantity: 1, [field]: typed };
      expect(destinationRules[field](typed) === null).toBe(length === longest);
      expect(NewOrder.safeParse(sent).success).toBe(length === longest);
    }
  });
});
