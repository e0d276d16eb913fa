import { afterEach, expect, test, vi } from 'vitest';
import { deviceStorage } from './web-storage.ts';

const denied = () => {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
};
const full = () => {
  throw new DOMException('Setting the value exceeded the quota.', 'QuotaExceededError');
};
const keys = ['shop.a', 'shop.b'];
afterEach(() => {
  vi.restoreAllMocks();
  for (const key of keys) deviceStorage.remove(key);
});

test.each([
  ['refused', () => vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(denied)],
  ['full', () => vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full)],
])('a storage that is %s keeps everything in memory', (_, refuse) => {
  refuse();
  for (const key of keys) deviceStorage.write(key, `${key} kept`);
  expect(keys.map(deviceStorage.read)).toEqual(['shop.a kept', 'shop.b kept']);
  deviceStorage.remove('shop.a');
  expect(deviceStorage.read('shop.a')).toBeNull();
  expect(deviceStorage.keys()).toContain('shop.b');
});

test('a value that does not fit takes the place of the one before', () => {
  deviceStorage.write('shop.a', 'old');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full);
  deviceStorage.write('shop.a', 'new');
  expect(localStorage.getItem('shop.a')).toBeNull();
  expect(deviceStorage.read('shop.a')).toBe('new');
});
