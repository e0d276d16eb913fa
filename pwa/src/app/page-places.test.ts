import { expect, test } from 'vitest';
import { isPageName, pageAt } from './page-places.ts';

test.each([
  ['/', 'home'],
  ['/home', 'home'],
  ['/tools', 'tools'],
  ['/tools/t1', 'tool'],
  ['/purchase/t1', 'purchase'],
  ['/dashboard/myorders', 'myOrders'],
  ['/dashboard/manageorders', undefined],
  ['/nowhere', undefined],
])('a visit to %s begins with %s', (path, page) => {
  expect(pageAt(path)).toBe(page);
});

test('only names of pages are names of pages', () => {
  expect(isPageName('home')).toBe(true);
  expect([isPageName('toString'), isPageName(undefined)]).toEqual([false, false]);
});
