import { describe, expect, it } from 'vitest';
import { printable } from './output.ts';

describe('a printed line', () => {
  it('shows what would move the cursor or turn the writing round, and leaves every script as it is', () => {
    expect(printable('a\nb\u001b[2J\u009b\u007f')).toBe('a\\nb\\u001b[2J\\u009b\\u007f');
    expect(printable('Dh\u202eaka\u2066')).toBe('Dh\\u202eaka\\u2066');
    expect(printable('ভালো হাতুড়ি … “ok” 🔨')).toBe('ভালো হাতুড়ি … “ok” 🔨');
  });
});
