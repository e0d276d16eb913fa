import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

/** The niceness of a program that was started with another one and lowered its priority. */
function nicenessAfter(first: number): number {
  const program = `
    import { getPriority, setPriority } from 'node:os';
    import { lowerPriority } from '${new URL('./low-priority.ts', import.meta.url).href}';
    setPriority(${first});
    lowerPriority();
    console.log(getPriority());`;
  return Number(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }),
  );
}

describe('an operator’s command', () => {
  it('has a lower priority than the shop', () => {
    expect(nicenessAfter(0)).toBe(5);
  });

  it('keeps a lower priority that it was started with', () => {
    expect(nicenessAfter(10)).toBe(10);
  });
});
