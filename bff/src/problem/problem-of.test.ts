import {
  LogDamagedError,
  LogUnavailableError,
  ReadModelDamagedError,
  RecordDamagedError,
  StoreClosedError,
} from '@karigar/events';
import { expect, it } from 'vitest';
import { problemOf } from './problem-of.ts';

it.each([
  ['a Redis that is away', new LogUnavailableError('away'), /cannot be reached/],
  ['a store that is not whole', new StoreClosedError('headless'), /closed for repairs/],
  ['an order whose document is lost', new ReadModelDamagedError('ord_1 is lost'), /has to be repaired/],
  ['a record that was written over', new RecordDamagedError('{o}:audit'), /has to be repaired/],
  ['an order with a damaged event', new LogDamagedError(3, 'its data is not JSON'), /has to be repaired/],
])('%s is unavailable, in words that tell nothing of the inside', (_, error, words) => {
  const problem = problemOf(error);
  expect(problem).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringMatching(words) });
  expect(problem.message).not.toContain(error.message);
});
