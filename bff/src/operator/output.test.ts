import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { makeOutput, printable } from './output.ts';

describe('a printed line', () => {
  it('shows what would move the cursor or turn the writing round, and leaves every script as it is', () => {
    expect(printable('a\nb\u001b[2J\u009b\u007f')).toBe('a\\nb\\u001b[2J\\u009b\\u007f');
    expect(printable('Dh\u202eaka\u2066')).toBe('Dh\\u202eaka\\u2066');
    expect(printable('ভালো হাতুড়ি … “ok” 🔨')).toBe('ভালো হাতুড়ি … “ok” 🔨');
  });
});

describe('what a command writes', () => {
  const hostile = 'Rahim \u009b2J\u0085\u001b[2J\u007f\u202e';
  const harmless = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u;
  const written = (json: boolean, write: (output: ReturnType<typeof makeOutput>) => void) => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    write(makeOutput(json, { stdout, stderr }));
    return String(stdout.read() ?? stderr.read());
  };

  it.each([
    ['a line', written(false, (output) => output.line(hostile))],
    ['a complaint', written(true, (output) => output.complain(hostile))],
    ['a result', written(true, (output) => output.result({ name: hostile }, []))],
  ])('draws nothing on a terminal: %s', (_name, text) => {
    for (const line of text.split('\n')) expect(line).toMatch(harmless);
  });

  it('is the same value for a machine', () => {
    const value = { name: hostile, list: ['ড়', '\\u009b'] };
    expect(JSON.parse(written(true, (output) => output.result(value, [])))).toEqual(value);
  });
});
