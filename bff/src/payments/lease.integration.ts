import { afterAll, beforeAll, expect, test } from 'vitest';
import { oncePer } from './lease.ts';
import { TestShop } from './testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await TestShop.start();
});
afterAll(() => shop.stop());

test('a chore is done once in its time, and counts as done only after it has ended well', async () => {
  const chore = (work: () => Promise<string>) => oncePer(shop.log.redis, 'chore', 60, work);
  await expect(chore(() => Promise.reject(new Error('died half-way')))).rejects.toThrow('died half-way');
  expect(await chore(async () => 'done')).toBe('done');
  expect(await chore(async () => 'done again')).toBeNull();
});
