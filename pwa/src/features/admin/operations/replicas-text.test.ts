import { expect, it } from 'vitest';
import { replicasText } from './replicas-text.ts';

it.each([
  [0, 0, 0, 0, 'none; the log is on one disk'],
  [2, 2, 0, 1, '2 of 2 connected, up to date'],
  [2, 1, 1_530_000, 1, '1 of 2 connected, orders are paused until the others reconnect, 1.5 MB behind'],
  [1, 1, 400, 9, '1 of 1 connected, 400 B behind, no response for 9 s'],
  [1, 0, 0, 0, '0 of 1 connected, orders are paused until the others reconnect'],
  [0, 1, 0, 0, '1 connected, up to date, orders do not wait for replicas'],
])('of %i replicas %i are there', (wanted, connected, behindBytes, silentSeconds, text) => {
  expect(replicasText({ wanted, connected, behindBytes, silentSeconds })).toBe(text);
});
