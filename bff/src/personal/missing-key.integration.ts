import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anOrder, RunningShop, type TestPerson } from '../testing/running-shop.ts';
import { keysIn } from './key-folder.ts';

let shop: RunningShop;
let restarted: RunningShop;
let rina: TestPerson;
let karim: TestPerson;
let orderId: string;
let keyFile: string;
const lines: string[] = [];

beforeAll(async () => {
  shop = await RunningShop.start();
  rina = await shop.person('rina@example.com', { uid: 'u1' });
  karim = await shop.person('karim@example.com');
  const toolId = await shop.newTool();
  const placed = await shop.json<{ insertedId: string }>('post', '/orders', {
    as: rina,
    body: anOrder(rina, toolId),
  });
  orderId = placed.body.insertedId;
  await shop.json('post', '/orders', { as: karim, body: anOrder(karim, toolId) });
  const files = await readdir(keysIn(shop.dataDir), { recursive: true, withFileTypes: true });
  for (const one of files.filter((entry) => entry.isFile())) {
    const path = join(one.parentPath, one.name);
    if (JSON.parse(await readFile(path, 'utf8')).id === rina.uid) keyFile = path;
  }
  await rm(keyFile);
  // Another process, which has no key in memory.
  restarted = await RunningShop.start(
    {},
    shop,
    pino({ level: 'error' }, { write: (line) => lines.push(line) }),
  );
});
afterAll(async () => {
  await restarted?.stop({ keepRedis: true });
  await shop?.stop();
});

it('an order whose key is missing is refused in words, with an alarm, and no key is made', async () => {
  const { status, body, headers } = await restarted.json('get', `/orders/order/${orderId}`, { as: rina });
  expect([status, body.code]).toEqual([503, 'KEY_MISSING']);
  expect(body.detail).toContain('we have been told');
  expect(headers.get('retry-after')).toBe('60');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { trouble: 'missing', uid: rina.uid, msg: expect.stringContaining('the handbook, 11') },
    { problem: 'KEY_MISSING' },
  ]);
  expect(lines.join()).not.toContain(rina.email);
  const metrics = await (await fetch(`${restarted.shop.url}/metrics`)).text();
  expect(metrics).toContain('karigar_key_missing_total{trouble="missing"} 1');
  await expect(readFile(keyFile)).rejects.toThrow('ENOENT');
});

it('others see their orders meanwhile', async () => {
  const mine = await restarted.json<unknown[]>('get', `/orders/${karim.email}`, { as: karim });
  expect([mine.status, mine.body.length]).toEqual([200, 1]);
});
