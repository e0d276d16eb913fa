import { expect, it } from 'vitest';
import { ProblemError } from '../problem/problem-error.ts';
import { liveSeats } from './live-calls.ts';

const refusal = (seats: ReturnType<typeof liveSeats>, uid: string) => {
  try {
    seats.take(uid);
    return null;
  } catch (error) {
    return error instanceof ProblemError ? [error.status, error.extras.retryAfter, error.message] : error;
  }
};

it('a person has a few seats, and gets one back when a stream ends', () => {
  const seats = liveSeats({ perPerson: 2, perProcess: 100 });
  const leave = seats.take('rahim');
  seats.take('rahim');
  expect(refusal(seats, 'rahim')).toEqual([429, 60, expect.stringContaining('in 2 places')]);
  expect(refusal(seats, 'karim')).toBeNull();
  leave();
  leave();
  expect(refusal(seats, 'rahim')).toBeNull();
  expect(refusal(seats, 'rahim')).not.toBeNull();
});

it('a process has so many seats for all people together', () => {
  const seats = liveSeats({ perPerson: 5, perProcess: 2 });
  const leave = seats.take('rahim');
  seats.take('karim');
  expect(refusal(seats, 'selim')).toEqual([429, 60, expect.stringContaining('Live updates are busy')]);
  leave();
  expect(refusal(seats, 'selim')).toBeNull();
});
