import { Writable } from 'node:stream';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { keyTroubles } from './key-troubles.ts';

it('is a line of level error that names the person by uid, and a count by what is wrong', async () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const registry = new Registry();
  const tell = keyTroubles(pino(sink), registry);
  tell('missing', 'uid-1');
  tell('missing', 'uid-2');
  tell('unreadable', 'uid-3', new Error('the disk is away'));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, uid: 'uid-1', trouble: 'missing' },
    { level: 50, uid: 'uid-2', trouble: 'missing' },
    { level: 50, uid: 'uid-3', trouble: 'unreadable', err: { message: 'the disk is away' } },
  ]);
  const text = await registry.metrics();
  expect(text).toContain('karigar_key_missing_total{trouble="missing"} 2');
  expect(text).toContain('karigar_key_missing_total{trouble="unreadable"} 1');
});
