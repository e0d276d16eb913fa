import { expect, test } from 'vitest';
import { notPages } from './not-pages.ts';

const isPage = (address: string) => !notPages.some((pattern) => pattern.test(address));

test.each([
  '/',
  '/tools?search=saw',
  '/purchase/t1',
  '/dashboard/orders/o1',
  '/apiary',
  '/imagesque',
  '/?ref=https://karigar.example/a.html',
])('the shell answers for %s', (address) => expect(isPage(address)).toBe(true));

test.each([
  '/api/tools',
  '/api',
  '/images/a.webp',
  '/simulator/v1/x',
  '/emulator/action?mode=resetPassword',
  '/identitytoolkit.googleapis.com/v1/accounts',
  '/assets/home-page-1a2b.js',
  '/assets/home-page-1a2b.js?x=1',
  '/whats-new.json',
  '/metrics',
])('the shell never answers for %s', (address) => expect(isPage(address)).toBe(false));
