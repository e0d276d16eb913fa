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
  ['a Redis that is away', new LogUnavailableError('away'), /can’t reach the shop/],
  ['a store that is not whole', new StoreClosedError('headless'), /closed for maintenance/],
  ['an order whose document is lost', new ReadModelDamagedError('ord_1 is lost'), /needs a repair/],
  ['a record that was written over', new RecordDamagedError('{o}:audit'), /needs a repair/],
  ['an order with a damaged event', new LogDamagedError(3, 'its data is not JSON'), /needs a repair/],
])('%s is unavailable, in words that tell nothing of the inside', (_, error, words) => {
  const problem = problemOf(error);
  expect(problem).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringMatching(words) });
  expect(problem.message).not.toContain(error.message);
});
