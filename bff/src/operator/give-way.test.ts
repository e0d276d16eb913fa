import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

/** The niceness of a program that began with another one and gave way. */
function nicenessAfter(first: number): number {
  const program = `
    import { getPriority, setPriority } from 'node:os';
    import { giveWay } from '${new URL('./give-way.ts', import.meta.url).href}';
    setPriority(${first});
    giveWay();
    console.log(getPriority());`;
  return Number(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }),
  );
}

describe('an operator’s command', () => {
  it('has less claim to a processor than the shop', () => {
    expect(nicenessAfter(0)).toBe(5);
  });

  it('does not ask for more than it was begun with', () => {
    expect(nicenessAfter(10)).toBe(10);
  });
});
