import { expect, test } from 'vitest';
import { orderOf } from '../../../../shared/testing/order.ts';
import { endWords, type Shipping, undoneWords, waitingWords } from './shipping.ts';

type Progress = Omit<Shipping, 'order'>;
const shippingOf = (number: number, progress: Progress): Shipping => ({
  order: orderOf({ _id: `o${number}`, number }),
  ...progress,
});
const shipped: Progress = { is: 'shipped' };
const refused: Progress = { is: 'refused', code: 'ORDER_REFUNDED', detail: 'It was refunded.' };

test('one parcel is named by number, tool and customer', () => {
  expect(waitingWords([{ order: orderOf() }])).toBe(
    'Shipping K-180, 3 × Hand saw, for Rahima Khatun, in 5 s.',
  );
  expect(endWords([shippingOf(180, shipped)])).toEqual({
    text: 'Successfully made an order shipped. K-180, 3 × Hand saw, for Rahima Khatun.',
    tone: 'good',
  });
  expect(endWords([shippingOf(180, { is: 'unchanged' })])).toEqual({
    text: 'K-180, 3 × Hand saw, for Rahima Khatun was shipped already.',
    tone: 'info',
  });
  expect(endWords([shippingOf(180, refused)]).text).toBe(
    'Not shipped: K-180, 3 × Hand saw, for Rahima Khatun. It was refunded.',
  );
});

test('a number that is told later is saved, not shipped again', () => {
  const tracked: Progress = { is: 'tracked' };
  expect(endWords([shippingOf(180, tracked)]).text).toBe('Tracking of K-180 of Rahima Khatun is saved.');
  expect(endWords([shippingOf(1, tracked), shippingOf(2, tracked)]).text).toBe('Tracking of 2 saved.');
  expect(endWords([shippingOf(1, shipped), shippingOf(2, tracked)]).text).toBe(
    '1 shipped, tracking of 1 saved.',
  );
});

test('what was undone is said to stay here', () => {
  expect(undoneWords([{ order: orderOf() }])).toBe('Undone: K-180 of Rahima Khatun is not shipped.');
  expect(undoneWords([{ order: orderOf() }, { order: orderOf() }])).toBe('Undone: 2 orders are not shipped.');
});

test('of many it is said how many, and which were refused and why', () => {
  expect(waitingWords([{ order: orderOf() }, { order: orderOf() }])).toBe('Shipping 2 orders in 5 s.');
  expect(endWords([shippingOf(1, shipped), shippingOf(2, shipped)])).toEqual({
    text: '2 shipped.',
    tone: 'good',
  });
  const mixed = [shippingOf(1, shipped), shippingOf(2, refused), shippingOf(3, { is: 'unchanged' })];
  expect(endWords(mixed)).toEqual({
    text: '1 shipped, 1 shipped already, 1 refused. K-2 of Rahima Khatun: It was refunded.',
    tone: 'bad',
  });
});
