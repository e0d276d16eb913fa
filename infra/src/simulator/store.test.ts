import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Store } from './store.ts';

test('a journal of an earlier version opens, without the events of which nothing is known any more', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'karigar-store-'));
  const lines = [
    [{ table: 'intent', id: 'pi_1', value: { id: 'pi_1', object: 'payment_intent' } }],
    [{ table: 'event', id: 'evt_1', value: { id: 'evt_1', payload: '', delivered: true } }],
  ];
  await writeFile(join(dir, 'journal.ndjson'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const store = new Store(dir, 'key');
  expect([store.intents.size, store.events.size]).toEqual([1, 0]);
  store.close();
  await rm(dir, { recursive: true });
});
