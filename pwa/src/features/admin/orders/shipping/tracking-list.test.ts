import { expect, test } from 'vitest';
import { readTrackingList } from './tracking-list.ts';

const faultsOf = (text: string) => readTrackingList(text).map(({ line, fault }) => [line, fault]);

test('commas, semicolons and tabs part the number from the tracking number', () => {
  expect(readTrackingList('K-180, PA 1\nk181;PA2\n\n#182\tPA3\r\n183,PA4')).toEqual([
    { line: 1, number: 180, trackingNumber: 'PA 1', fault: null },
    { line: 2, number: 181, trackingNumber: 'PA2', fault: null },
    { line: 4, number: 182, trackingNumber: 'PA3', fault: null },
    { line: 5, number: 183, trackingNumber: 'PA4', fault: null },
  ]);
});

test.each([
  ['K-180', 'needs an order number, a comma and a tracking number'],
  ['K-18O, PA1', '“K-18O” is not an order number such as K-180'],
  ['K-180,', 'has no tracking number'],
  ['K-180, PA1, Dhaka', 'has more than two columns'],
  [`K-180, ${'9'.repeat(61)}`, 'has a tracking number longer than 60 characters'],
])('%j is faulty', (text, fault) => {
  expect(faultsOf(text)).toEqual([[1, fault]]);
});

test('an order that is named twice is sent once', () => {
  expect(faultsOf('K-180,PA1\nK-181,PA2\nk180,PA3')).toEqual([
    [1, null],
    [2, null],
    [3, 'names K-180 again, after line 1'],
  ]);
});

test('no more are sent at once than the shop takes', () => {
  const text = Array.from({ length: 101 }, (_, at) => `K-${at + 1},PA${at}`).join('\n');
  expect(faultsOf(text).filter(([, fault]) => fault !== null)).toEqual([
    [101, 'is over the limit of 100 orders at once'],
  ]);
});
