import { expect, test, vi } from 'vitest';
import { keepPictures, sameForm } from './pictures.ts';

const routes = vi.hoisted((): ((request: object) => boolean)[] => []);
vi.mock('workbox-routing', () => ({
  registerRoute: (matches: (request: object) => boolean) => routes.push(matches),
}));
vi.mock('workbox-expiration', () => ({ ExpirationPlugin: class {} }));
vi.mock('workbox-strategies', () => ({ CacheFirst: class {} }));

test.each([
  ['/images/hammer.webp', true],
  ['/assets/hero-drill-480-DdHiKSMQ.avif', true],
  ['/assets/home-page-5j6HH69u.css', false],
  ['https://pictures.example/images/hammer.webp', false],
])('whether the worker answers for the picture %s: %s', (address, answers) => {
  routes.length = 0;
  keepPictures();
  const url = new URL(address, 'https://shop.example');
  const asked = { url, sameOrigin: url.host === 'shop.example', request: { destination: 'image' } };
  expect(routes.some((matches) => matches(asked))).toBe(answers);
});

const stem = `/images/${'a1'.repeat(16)}`;

test.each([
  [`${stem}-400.avif`, `${stem}-800.webp`, true],
  [`${stem}.webp`, `${stem}-1200.avif`, true],
  ['/assets/hero-drill-480-DdHiKSMQ.avif', '/assets/hero-drill-800-BmTo7GrH.avif', true],
  [`${stem}-400.avif`, `/images/${'b2'.repeat(16)}-400.avif`, false],
  ['/images/logo.webp', '/images/logo.webp', false],
])('widths and formats of one picture stand in for each other: %s and %s: %s', (one, other, same) => {
  expect(sameForm(one, other)).toBe(same);
});
