import { DeliveryCorrection } from '@karigar/bff/contracts';
import { describe, expect, it } from 'vitest';
import { orderOf } from '../testing/order.ts';
import { cleaned, type Delivery, deliveryRules, isSameDestination, isToBeShipped } from './delivery-rules.ts';

const delivery: Delivery = {
  name: 'Rahima Khatun',
  address: '12 Lake Road',
  city: 'Dhaka',
  zip: '1209',
  phone: '01711-222333',
};

describe('a delivery', () => {
  it('may be corrected until the parcel leaves or its money has gone back', () => {
    expect(isToBeShipped(orderOf())).toBe(true);
    expect(isToBeShipped(orderOf({ paid: false }))).toBe(true);
    expect(isToBeShipped(orderOf({ status: 'Shipped' }))).toBe(false);
    expect(
      isToBeShipped(
        orderOf({ refund: { amount: 36, at: '2026-01-03T10:00:00.000Z', restocked: true, whole: true } }),
      ),
    ).toBe(false);
  });

  it('needs each of its parts but the telephone', () => {
    expect(deliveryRules.name('')).toBe('Name is required');
    expect(deliveryRules.address(' ')).toBe('Address is required');
    expect(deliveryRules.city('')).toBe('City is required');
    expect(deliveryRules.zip('')).toBe('Zip Code is required');
    expect(deliveryRules.zip('abc')).toBe('Enter a zip code such as 1215');
    expect(deliveryRules.zip('1'.repeat(21))).toBe('Use at most 20 characters');
    expect(deliveryRules.address('বাড়ি ১২, ঢাকা')).toBeNull();
    expect(deliveryRules.phone(' ')).toBeNull();
  });

  it.each([
    ['name', 120],
    ['address', 300],
    ['city', 120],
    ['zip', 20],
    ['phone', 40],
  ] as const)('takes a %s of at most %i characters, as the server does', (field, longest) => {
    for (const length of [longest, longest + 1]) {
      const typed = '7'.repeat(length);
      expect(deliveryRules[field](typed) === null).toBe(length === longest);
      expect(DeliveryCorrection.safeParse({ ...delivery, [field]: typed }).success).toBe(length === longest);
    }
  });

  it.each([
    '01711-222333',
    '+880 (2) 123.456',
    '12345',
    'call me',
    '01711 x 222333',
    '------',
    '০১৭১১-০০০০০০',
    '\u200e01711\u2011000000',
  ])('takes %j for a telephone number when the server does, and says the same otherwise', (typed) => {
    const answer = DeliveryCorrection.safeParse({ ...delivery, phone: typed });
    expect(deliveryRules.phone(typed)).toBe(answer.error?.issues[0]?.message ?? null);
  });

  it('is sent without its outer blanks', () => {
    expect(cleaned({ address: ' a ', city: 'b ', zip: ' c', phone: ' ' })).toEqual({
      address: 'a',
      city: 'b',
      zip: 'c',
      phone: '',
    });
  });

  it('is sent as the shop stores it', () => {
    const typed = {
      address: 'Cafe\u0301 \u202eRoad',
      city: 'ঢাকা',
      zip: '১২০৯\u200b',
      phone: '০১৭১১\u2011০০০০০০',
    };
    const sent = cleaned({ ...delivery, ...typed });
    expect(sent).toMatchObject({ address: 'Caf\u00e9 Road', city: 'ঢাকা', zip: '1209', phone: '01711-000000' });
    expect(DeliveryCorrection.parse(sent)).toEqual(sent);
  });

  it('needs something that can be seen', () => {
    for (const blank of ['\u200b', '\u2800', '\u3164']) {
      expect(deliveryRules.address(blank)).toBe('Address is required');
      expect(deliveryRules.name(blank)).toBe('Name is required');
    }
  });

  it('is known again by each of its parts', () => {
    expect(isSameDestination(delivery, { ...delivery })).toBe(true);
    for (const part of ['address', 'city', 'zip', 'phone']) {
      expect(isSameDestination(delivery, { ...delivery, [part]: 'x' })).toBe(false);
    }
  });
});
