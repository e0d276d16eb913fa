import { expect, it } from 'vitest';
import { optionalText, requiredText } from './text-rules.ts';

it('asks for text that is missing or too long', () => {
  const rule = requiredText('Tools Name required', 5);
  expect(rule('  ')).toBe('Tools Name required');
  expect(rule('hammer')).toBe('Use at most 5 characters');
  expect(rule(' saw ')).toBeNull();
});

it('lets optional text be empty, not too long', () => {
  expect(optionalText(5)('')).toBeNull();
  expect(optionalText(5)('hammer')).toBe('Use at most 5 characters');
});
