import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Journal } from './journal.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'karigar-journal-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('a last line that was cut short is dropped, and the next line follows the whole ones', () => {
  const path = join(dir, 'journal.ndjson');
  const first = Journal.open<number[]>(path);
  first.journal.append([1]);
  first.journal.close();
  appendFileSync(path, '[2, "cut');
  const second = Journal.open<number[]>(path);
  expect(second.lines).toEqual([[1]]);
  second.journal.append([3]);
  second.journal.close();
  expect(readFileSync(path, 'utf8')).toBe('[1]\n[3]\n');
});
