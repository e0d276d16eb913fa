import { expect, test } from 'vitest';
import { NoAnswerError } from '../api/failure.ts';
import { createRefresher } from './revalidation.ts';

/** A shop whose answers tell what was true when they were asked for; each is given when the test says so. */
function shopWith(truth: { now: string }) {
  const kept: string[] = [];
  const open: PromiseWithResolvers<void>[] = [];
  const refresher = createRefresher(async () => {
    const answer = truth.now;
    const line = Promise.withResolvers<void>();
    open.push(line);
    await line.promise;
    kept.push(answer);
  });
  return { refresher, kept, open };
}

test('calls that come meanwhile share the running one', async () => {
  const { refresher, kept, open } = shopWith({ now: 'unpaid' });
  const both = Promise.all([refresher.run(), refresher.run()]);
  open[0]?.resolve();
  await both;
  expect(kept).toEqual(['unpaid']);
});

test('after a change a reading that had begun before it does not count', async () => {
  const truth = { now: 'unpaid' };
  const { refresher, kept, open } = shopWith(truth);
  void refresher.run();
  truth.now = 'paid';
  const again = Promise.all([refresher.runAnew(), refresher.runAnew()]);
  open[0]?.resolve();
  await expect.poll(() => open.length).toBe(2);
  open[1]?.resolve();
  await again;
  expect(kept).toEqual(['unpaid', 'paid']);
});

test('a change during the second reading asks a third time', async () => {
  const truth = { now: 'a' };
  const { refresher, kept, open } = shopWith(truth);
  void refresher.run();
  const second = refresher.runAnew();
  open[0]?.resolve();
  await expect.poll(() => open.length).toBe(2);
  truth.now = 'b';
  const third = refresher.runAnew();
  open[1]?.resolve();
  await second;
  await expect.poll(() => open.length).toBe(3);
  open[2]?.resolve();
  await third;
  expect(kept).toEqual(['a', 'a', 'b']);
});

test('without a reading on its way, or after one that failed, it reads once', async () => {
  const { refresher, kept, open } = shopWith({ now: 'a' });
  const failing = refresher.run();
  const again = refresher.runAnew();
  open[0]?.reject(new NoAnswerError('unreachable'));
  await failing;
  await expect.poll(() => open.length).toBe(2);
  open[1]?.resolve();
  await again;
  const alone = refresher.runAnew();
  open[2]?.resolve();
  await alone;
  expect(kept).toEqual(['a', 'a']);
  expect(open).toHaveLength(3);
});
