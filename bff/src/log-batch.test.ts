import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { logBatch } from './log-batch.ts';

function reader(fault: Error | null = null) {
  const got: string[] = [];
  const output = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      got.push(chunk);
      done(fault);
    },
  });
  return { got, output };
}

test('lines are written together, when asked or when they are many', () => {
  const { got, output } = reader();
  const lines = logBatch(output);
  lines.write('one\n');
  lines.write('two\n');
  expect(got).toEqual([]);
  lines.flush();
  lines.flush();
  expect(got).toEqual(['one\ntwo\n']);
  lines.write('x'.repeat(5000));
  expect(got).toHaveLength(2);
});

test('a reader that is gone stops nothing', async () => {
  const { got, output } = reader(new Error('write EPIPE'));
  const lines = logBatch(output);
  lines.write('one\n');
  lines.flush();
  await new Promise((done) => output.once('close', done));
  lines.write('two\n');
  lines.flush();
  expect(got).toEqual(['one\n']);
});
