import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { AppEnv } from './app-env.ts';
import { csvAnswer } from './csv-stream.ts';

async function* onePage() {
  yield [null];
}

/** What a file holds in a cell of this text, as it stands between two others. */
async function cellOf(text: string): Promise<string> {
  const app = new Hono<AppEnv>();
  const columns = { a: () => 'a', text: () => text, z: () => 'z' };
  app.get('/', (c) => csvAnswer(c, 'x.csv', columns, onePage()));
  return /\na,(.*),z\n$/s.exec(await (await app.request('/')).text())?.[1] ?? '';
}

it.each(['01711000000', '+8801711000000', '0123', '(02) 123-456', '12E3', '00340434161094012345'])(
  'the number %s stays as it is written, without an apostrophe',
  async (text) => expect(await cellOf(text)).toBe(`"=""${text}"""`),
);

it.each([
  ['=1+1', "'=1+1"],
  ['-cmd', "'-cmd"],
  ['+cmd', "'+cmd"],
  ['12 Road;=1+1;', `"12 Road;'=1+1;"`],
  ['12 Road;"=1+1;', `"12 Road;'""=1+1;"`],
  ['12 Road\t=1+1', `"12 Road\t'=1+1"`],
])('no spreadsheet runs %j, whatever it separates by', async (text, cell) =>
  expect(await cellOf(text)).toBe(cell),
);

it.each(['K-180', 'SW1A 1AA', '12 Lake Road', '2026-12-01', '2026-01-02T03:04:05.000Z', ''])(
  'the text %j is written as it is',
  async (text) => expect(await cellOf(text)).toBe(text),
);
