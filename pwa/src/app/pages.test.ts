import { expect, test } from 'vitest';
import { lazyPages } from './lazy-pages.ts';
import { pageAt } from './page-at.ts';
import { pageNames, pages, roleOf } from './pages.ts';

test.each([
  ['/', 'home'],
  ['/home', 'home'],
  ['/tools', 'tools'],
  ['/tools/t1', 'tool'],
  ['/purchase/t1', 'purchase'],
  ['/dashboard/myorders', 'myOrders'],
  ['/dashboard/manageorders', 'manageOrders'],
  ['/nowhere', 'notFound'],
])('at %s stands %s', (path, page) => {
  expect(pageAt(path)).toBe(page);
});

test('every page of the table has its module', () => {
  expect(Object.keys(lazyPages)).toEqual(pageNames);
});

test('the pages that anyone sees, at an address of their own, have words for search engines', () => {
  for (const name of pageNames) {
    const found = pages[name].guard === 'anyone' && name !== 'notFound';
    expect([name, pages[name].words !== undefined]).toEqual([name, found]);
  }
});

test('only the pages of the shop’s people are in the folder that the service worker does not store', () => {
  for (const name of pageNames) {
    expect([name, pages[name].file.startsWith('admin/')]).toEqual([name, roleOf(pages[name]) !== null]);
  }
});
