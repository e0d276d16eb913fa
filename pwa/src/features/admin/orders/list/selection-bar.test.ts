import { expect, test } from 'vitest';
import { allToggled, nothingSelected, toggled } from './selection-bar.tsx';

const shown = ['a', 'b', 'c', 'd', 'e'];
const one = (id: string, from = nothingSelected) => toggled(from, id, { shown, range: false });
const range = (id: string, from = nothingSelected) => toggled(from, id, { shown, range: true });
const idsOf = ({ ids }: { ids: ReadonlySet<string> }) => [...ids].sort();

test('a row is ticked and unticked', () => {
  expect(idsOf(one('b'))).toEqual(['b']);
  expect(idsOf(one('b', one('b')))).toEqual([]);
});

test('a range goes from the row before to this one, upwards too', () => {
  expect(idsOf(range('d', one('b')))).toEqual(['b', 'c', 'd']);
  expect(idsOf(range('a', one('c')))).toEqual(['a', 'b', 'c']);
});

test('a range of a ticked row unticks', () => {
  expect(idsOf(range('d', one('c', allToggled(nothingSelected, shown))))).toEqual(['a', 'b', 'e']);
});

test('a range without a row before, or with one that is gone, is that row alone', () => {
  expect(idsOf(range('d'))).toEqual(['d']);
  expect(idsOf(range('d', { ids: new Set(), anchor: 'z' }))).toEqual(['d']);
});

test('all rows are ticked, and none once all are', () => {
  const all = allToggled(one('b'), shown);
  expect(idsOf(all)).toEqual(shown);
  expect(idsOf(allToggled(all, shown))).toEqual([]);
});
