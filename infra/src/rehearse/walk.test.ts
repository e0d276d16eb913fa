import { expect, it } from 'vitest';
import { resultsPage, type StepResult } from './walk.ts';

const step = (fields: Partial<StepResult>): StepResult => ({
  part: 'A customer',
  what: 'pays',
  expected: 'Paid',
  seen: 'Paid',
  passed: true,
  seconds: 1.25,
  ...fields,
});

it('has a table for each part, and says how many steps passed', () => {
  const page = resultsPage([step({}), step({ part: 'An operator', what: 'verifies' })], 0);
  for (const text of ['on 1970-01-01', '**All 2 steps passed, in 3 s.**', '## A customer', '## An operator'])
    expect(page).toContain(text);
});

it('says what failed, and keeps its table whole whatever was seen', () => {
  const page = resultsPage([step({ passed: false, seen: 'a|b\n  c' })], 0);
  expect(page).toContain('**1 of 1 steps failed');
  expect(page).toContain('| pays | Paid | a\\|b c | 1.3 | **FAILED** |');
});
