import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { type FilledCustomer, fillCustomers } from '@karigar/bff/filled-customers';
import { readable, table } from '../measuring/figure.ts';
import { usedMemory } from '../measuring/filled-redis.ts';
import { LatencyHistogram } from '../measuring/statistics.ts';
import { startRedis } from '../stack/redis.ts';
import type { Bench } from './bench.ts';

const given = ['Rahim', 'Karim', 'Abdullah', 'Nasreen', 'Fatema', 'Shahidul', 'Mizanur', 'Rokeya', 'Anwar'];
const middle = ['Uddin', 'Hasan', 'Ahmed', 'Begum', 'Akter', 'Mahmud', 'Alam'];
const family = ['Rahman', 'Chowdhury', 'Islam', 'Hossain', 'Khan', 'Sarkar', 'Das', 'Bhuiyan'];
const one = (words: readonly string[], n: number): string => words[n % words.length] ?? '';

/** Names as they are in Bangladesh: few of them, so that most beginnings are those of thousands, and half of all are called Md. */
function* people(count: number): Generator<FilledCustomer> {
  for (let n = 0; n < count; n += 1) {
    const [first, second, last] = [one(given, n), one(middle, n >> 3), one(family, n >> 5)];
    const name = `${n % 2 ? 'Md. ' : ''}${first} ${second} ${last}`;
    const email = `${first}.${last}${n}@example.com`.toLowerCase();
    yield { uid: `uid-of-28-characters-${String(n).padStart(7, '0')}`, email, name };
  }
}

const searches = {
  'rahim.sarkar@': 'an email that nobody has whole, so its beginning',
  'rahim.rahman0@example.com': 'a whole email',
  rah: 'three letters of a ninth of all',
  md: 'a word of half of all',
  'md rahim chowdhury': 'three words',
  'das rahim9': 'two words that nobody has together',
  nobody: 'nothing',
};

/** Finding customers: the memory of the index and the time of a search at 100,000 customers, in a Redis that has nothing else. */
export const customers: Bench = async ({ quick }) => {
  const [count, times] = quick ? [5_000, 20] : [100_000, 200];
  using folder = mkdtempDisposableSync(join(tmpdir(), 'karigar-customers-'));
  const logFile = join(folder.path, 'redis.log');
  const redis = await startRedis({ dir: folder.path, logFile, args: ['--appendonly', 'no'] });
  await using undo = new AsyncDisposableStack();
  undo.defer(() => redis.child.stop());
  const before = await usedMemory(redis.url);
  const filled = await fillCustomers(redis.url, people(count));
  undo.defer(() => filled.close());
  const bytesPerCustomer = ((await usedMemory(redis.url)) - before) / count;
  const termsPerCustomer = filled.terms / count;
  const rows = [];
  for (const [text, what] of Object.entries(searches)) {
    const took = new LatencyHistogram();
    let found = '';
    for (let n = 0; n < times; n += 1) {
      const begun = performance.now();
      const { uids, more } = await filled.find(text);
      took.record(performance.now() - begun);
      found = `${uids.length}${more ? ' and more' : ''}`;
    }
    rows.push({ search: `${what}: "${text}"`, found, ...took.cells });
  }
  const slowestSearchP99 = Math.max(...rows.map((row) => row['p99 ms']));
  return {
    title: 'Finding customers whom nobody can read',
    values: { slowestSearchP99 },
    tables: [
      table(
        `Searches among ${readable(count)} customers; the index holds ${readable(bytesPerCustomer)} bytes and ${readable(termsPerCustomer)} terms of each`,
        rows,
      ),
    ],
  };
};
