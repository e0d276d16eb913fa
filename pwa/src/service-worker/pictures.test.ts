import { expect, test, vi } from 'vitest';
import { keepPictures } from './pictures.ts';

const routes = vi.hoisted((): ((request: object) => boolean)[] => []);
vi.mock('workbox-routing', () => ({
  registerRoute: (matches: (request: object) => boolean) => routes.push(matches),
}));
vi.mock('workbox-expiration', () => ({ ExpirationPlugin: class {} }));
vi.mock('workbox-strategies', () => ({ CacheFirst: class {} }));

test.each([
  ['/images/hammer.webp', true],
  ['/assets/hero-drill.webp', false],
  ['https://pictures.example/images/hammer.webp', false],
])('whether the worker answers for the picture %s: %s', (address, answers) => {
  routes.length = 0;
  keepPictures();
  const url = new URL(address, 'https://shop.example');
  const asked = { url, sameOrigin: url.host === 'shop.example', request: { destination: 'image' } };
  expect(routes.some((matches) => matches(asked))).toBe(answers);
});
