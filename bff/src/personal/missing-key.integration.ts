import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '../contracts/order.ts';
import type { User } from '../contracts/people.ts';
import { anOrder, RunningShop, type TestPerson } from '../testing/running-shop.ts';
import { openRecords } from '../testing/shop-records.ts';
import { keysIn } from './testing/test-keys.ts';

let shop: RunningShop;
let restarted: RunningShop;
let rina: TestPerson;
let karim: TestPerson;
let toolId: string;
let orderId: string;
let keyFile: string;
const lines: string[] = [];

beforeAll(async () => {
  shop = await RunningShop.start();
  rina = await shop.person('rina@example.com', { uid: 'u1' });
  karim = await shop.person('karim@example.com');
  toolId = await shop.newTool();
  const records = await openRecords(shop);
  await records.users.signedIn({ ...rina, emailVerified: true, name: '', signedInAt: 0 });
  await records.close();
  const placed = await shop.json<{ insertedId: string }>('post', '/orders', {
    as: rina,
    body: anOrder(rina, toolId),
  });
  orderId = placed.body.insertedId;
  await shop.json('post', '/orders', { as: karim, body: anOrder(karim, toolId) });
  for (const as of [rina, karim])
    await shop.json('post', '/reviews', { as, body: { reviews: `By ${as.uid}`, rating: 4 } });
  const files = await readdir(join(keysIn(shop.dataDir), 'person'), { recursive: true, withFileTypes: true });
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
  expect(body.detail).toContain('We’ve been alerted');
  expect(headers.get('retry-after')).toBe('60');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { trouble: 'missing', uid: rina.uid, msg: expect.stringContaining('the handbook, 9') },
    { problem: 'KEY_MISSING' },
  ]);
  expect(lines.join()).not.toContain(rina.email);
  const metrics = await (await fetch(`${restarted.shop.url}/metrics`)).text();
  expect(metrics).toContain('karigar_key_missing_total{trouble="missing"} 1');
  await expect(readFile(keyFile)).rejects.toThrow('ENOENT');
});

it('nothing more is sealed for somebody whose key is missing: a second key would shut out the first when it comes back', async () => {
  const files = await readdir(keysIn(shop.dataDir), { recursive: true });
  const answers = [
    await restarted.json('post', '/orders', { as: rina, body: anOrder(rina, toolId) }),
    await restarted.json('post', '/reviews', { as: rina, body: { reviews: 'Good', rating: 5 } }),
    await restarted.json('put', `/userinfo/${rina.email}`, {
      as: rina,
      body: { phone: '017', education: 'Diploma', country: 'Bangladesh' },
    }),
  ];
  expect(answers.map(({ body }) => body.code)).toEqual(['KEY_MISSING', 'KEY_MISSING', 'KEY_MISSING']);
  expect(await readdir(keysIn(shop.dataDir), { recursive: true })).toEqual(files);
});

it('others see their orders and reviews meanwhile', async () => {
  const reviews = await restarted.json<{ reviews: string }[]>('get', '/reviews');
  expect(reviews.body.map((review) => review.reviews)).toEqual([`By ${karim.uid}`]);
  const mine = await restarted.json<unknown[]>('get', `/orders/${karim.email}`, { as: karim });
  expect([mine.status, mine.body.length]).toEqual([200, 1]);
});

it('admins see every order and user, and at whom nothing can be read right now', async () => {
  const admin = await restarted.admin();
  const orders = await restarted.json<Order[]>('get', '/orders', { as: admin });
  expect(orders.body.map(({ name, email }) => [name, email])).toEqual([
    ['Rahim', karim.email],
    ['Not readable right now', ''],
  ]);
  const csv = await (await restarted.call('get', '/orders.csv', { as: admin })).text();
  expect(csv).toContain('Not readable right now');
  const users = await restarted.json<User[]>('get', '/user', { as: admin });
  expect(users.body.map(({ email }) => email)).toEqual(['']);
});
