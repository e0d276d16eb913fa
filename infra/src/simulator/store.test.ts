import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Store } from './store.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'karigar-store-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const answer = (id: string) => ({
  table: 'answers' as const,
  id,
  value: { fingerprint: id, status: 200, body: '' },
});

test('a last line of the journal that was cut short is dropped, and the next line follows the whole ones', () => {
  const path = join(dir, 'journal.ndjson');
  const first = new Store(dir, 'key');
  first.put(answer('one'));
  first.commit();
  first.close();
  appendFileSync(path, '[{"table":"answers","id":"cut');
  const second = new Store(dir, 'key');
  expect([...second.answers.keys()]).toEqual(['one']);
  second.put(answer('two'));
  second.commit();
  second.close();
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([[answer('one')], [answer('two')]]);
});
