import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type FilledCustomer, fillCustomers } from '@karigar/bff/filled-customers';
import { redisKeys } from '@karigar/events';
import { keepFigure, readable } from '../measuring/figure.ts';
import { startFilledRedis, withClient } from '../measuring/filled-redis.ts';
import { type DriveResult, drive, httpRequest, mustAnswer } from '../measuring/http-driver.ts';
import { withShop } from '../measuring/measured-shop.ts';
import { usedMemory } from '../measuring/redis-memory.ts';
import { median, percentile } from '../measuring/statistics.ts';
import { freePort } from '../stack/free-port.ts';
import { startRedis } from '../stack/redis.ts';
import type { Bench } from './bench.ts';

const given = ['Rahim', 'Karim', 'Abdullah', 'Nasreen', 'Fatema', 'Shahidul', 'Mizanur', 'Rokeya', 'Anwar'];
const middle = ['Uddin', 'Hasan', 'Ahmed', 'Begum', 'Akter', 'Mahmud', 'Alam'];
const family = ['Rahman', 'Chowdhury', 'Islam', 'Hossain', 'Khan', 'Sarkar', 'Das', 'Bhuiyan'];
const one = (words: readonly string[], n: number): string => words[n % words.length] ?? '';

/** Names as they are in Bangladesh: few of them, so that most beginnings are those of thousands, and half of all are called Md. */
function* customers(count: number): Generator<FilledCustomer> {
  for (let n = 0; n < count; n += 1) {
    const [first, second, last] = [one(given, n), one(middle, n >> 3), one(family, n >> 5)];
    const name = `${n % 2 ? 'Md. ' : ''}${first} ${second} ${last}`;
    const email = `${first}.${last}${n}@example.com`.toLowerCase();
    yield { uid: `uid-of-28-characters-${String(n).padStart(7, '0')}`, email, name };
  }
}

const searches = [
  ['an email that nobody has whole, so its beginning', 'rahim.sarkar@'],
  ['a whole email', 'rahim.rahman0@example.com'],
  ['three letters of a ninth of all', 'rah'],
  ['a word of half of all', 'md'],
  ['three words', 'md rahim chowdhury'],
  ['two words that nobody has together', 'das rahim9'],
  ['nothing', 'nobody'],
] as const;

/**
 * Finding customers: the memory of the index and the time of a search at 100,000 customers, then what making the index of N old orders
 * costs a shop that is open.
 */
export const customersBench: Bench = async ({ quick, args }) => {
  const count = quick ? 5_000 : 100_000;
  const orders = Number(args[0] ?? (quick ? 2_000 : 20_000));
  const index = await measureIndex(count, quick ? 20 : 200);
  const made = await measureMaking(orders, quick ? 1 : 10);
  keepFigure({
    name: 'customers',
    title: 'Finding customers whom nobody can read',
    command: 'npm run bench -- customers',
    quick,
    values: {
      customers: count,
      orders,
      bytesPerCustomer: index.bytes,
      termsPerCustomer: index.terms,
      slowestSearchP99: index.slowest,
      idleSeconds: made.idle,
      busySeconds: made.busy,
    },
    tables: [
      {
        title: `Searches among ${readable(count)} customers; the index holds ${readable(index.bytes)} bytes and ${readable(index.terms)} terms of each`,
        columns: ['search', 'found', 'p50 ms', 'p99 ms'],
        rows: index.rows,
      },
      {
        title: `First page of Manage Orders, 2 connections that never pause; the index of ${readable(orders)} old orders is made in ${readable(made.idle)} s in an idle shop, in ${readable(made.busy)} s beside them`,
        columns: ['meanwhile', 'p50 ms', 'p99 ms'],
        rows: made.rows,
      },
    ],
    notes: [],
  });
};

/** Fills the index of a Redis that has nothing else, and searches it. */
async function measureIndex(count: number, times: number) {
  const dir = mkdtempSync(join(tmpdir(), 'karigar-customers-'));
  const port = await freePort();
  const { child, url } = await startRedis({
    ...{ dir, port, logFile: join(dir, 'redis.log') },
    args: ['--appendonly', 'no'],
  });
  try {
    const before = await usedMemory(port);
    const filled = await fillCustomers(url, customers(count));
    const bytes = ((await usedMemory(port)) - before) / count;
    const rows: (string | number)[][] = [];
    let slowest = 0;
    for (const [what, text] of searches) {
      const took: number[] = [];
      let found = '';
      for (let n = 0; n < times; n += 1) {
        const begun = performance.now();
        const { uids, more } = await filled.find(text);
        took.push(performance.now() - begun);
        found = `${uids.length}${more ? ' and more' : ''}`;
      }
      const p99 = percentile(took, 0.99);
      slowest = Math.max(slowest, p99);
      rows.push([`${what}: "${text}"`, found, readable(percentile(took, 0.5)), readable(p99)]);
    }
    await filled.close();
    return { bytes, terms: filled.terms / count, slowest, rows };
  } finally {
    await child.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Has an open shop make the index of its old orders, and reads the first page of Manage Orders meanwhile and afterwards. */
async function measureMaking(orders: number, seconds: number) {
  const redis = await startFilledRedis(orders);
  try {
    return await withShop({ filled: redis }, async (shop) => {
      const page = async (forSeconds: number) => {
        const headers = { Authorization: `Bearer ${shop.admin.token}` };
        const bytes = httpRequest('GET', '/api/orders?limit=50', headers);
        const load = { url: shop.url, connections: 2, seconds: forSeconds, warmUpSeconds: 0 };
        const result = await drive({ ...load, request: () => bytes });
        mustAnswer(result, 200);
        return result;
      };
      const idleUntilMade = async () => {
        const begun = performance.now();
        await startAnew(redis.port);
        while (!(await isMade(redis.port))) await pause(200);
        return (performance.now() - begun) / 1_000;
      };
      const idle = await idleUntilMade();
      await page(seconds);
      await startAnew(redis.port);
      const begun = performance.now();
      const during: DriveResult[] = [];
      do during.push(await page(1));
      while (!(await isMade(redis.port)));
      const busy = (performance.now() - begun) / 1_000;
      const after: DriveResult[] = [];
      for (const _ of during.slice(0, seconds)) after.push(await page(1));
      const row = (what: string, results: readonly DriveResult[]) => {
        const [p50, p99] = [median(results.map((one) => one.p50)), median(results.map((one) => one.p99))];
        return [what, readable(p50), readable(p99)];
      };
      return { idle, busy, rows: [row('the index is made', during), row('nothing', after)] };
    });
  } finally {
    await redis.stop();
  }
}

const cursorKey = redisKeys.follower('customers');
const startAnew = (port: number) => withClient(port, (client) => client.del(cursorKey));
const isMade = (port: number): Promise<boolean> =>
  withClient(port, async (client) => {
    const [done, seq] = [await client.hGet(cursorKey, 'seq'), await client.hGet(redisKeys.meta, 'seq')];
    return done === seq;
  });
