import { expect, it } from 'vitest';
import { parseMonitorLine } from './redis-monitor.ts';

it('takes a command of a client apart, quotes and bytes included', () => {
  const line = '+1700000000.123456 [0 127.0.0.1:40000] "EVALSHA" "ab" "1" "{o}:ev" "say \\"hi\\"\\n\\xe0"';
  expect(parseMonitorLine(line)).toEqual({
    inScript: false,
    args: ['EVALSHA', 'ab', '1', '{o}:ev', 'say "hi"\nà'],
  });
});

it('tells a command that a script ran', () => {
  expect(parseMonitorLine('1700000000.1 [0 lua] "HSET" "{o}:meta" "seq" "1"')?.inScript).toBe(true);
});

it('gives nothing for what is no command', () => expect(parseMonitorLine('+OK')).toBeNull());
