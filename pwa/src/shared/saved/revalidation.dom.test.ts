import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { NoAnswerError } from '../api/failure.ts';
import { createRevalidation, useSaved } from './revalidation.ts';

/** A shop whose answers tell what was true when they were asked for; each is given when the test says so. */
function shopWith(truth: { now: string }) {
  const kept: string[] = [];
  const open: PromiseWithResolvers<void>[] = [];
  const revalidation = createRevalidation(async () => {
    const answer = truth.now;
    const line = Promise.withResolvers<void>();
    open.push(line);
    await line.promise;
    kept.push(answer);
  });
  return { revalidation, kept, open };
}

test('calls that come meanwhile share the running one', async () => {
  const { revalidation, kept, open } = shopWith({ now: 'unpaid' });
  const both = Promise.all([revalidation.run(), revalidation.run()]);
  open[0]?.resolve();
  await both;
  expect(kept).toEqual(['unpaid']);
});

test('after a change a reading that had begun before it does not count', async () => {
  const truth = { now: 'unpaid' };
  const { revalidation, kept, open } = shopWith(truth);
  void revalidation.run();
  truth.now = 'paid';
  const again = Promise.all([revalidation.runAnew(), revalidation.runAnew()]);
  open[0]?.resolve();
  await expect.poll(() => open.length).toBe(2);
  open[1]?.resolve();
  await again;
  expect(kept).toEqual(['unpaid', 'paid']);
});

test('a change during the second reading asks a third time', async () => {
  const truth = { now: 'a' };
  const { revalidation, kept, open } = shopWith(truth);
  void revalidation.run();
  const second = revalidation.runAnew();
  open[0]?.resolve();
  await expect.poll(() => open.length).toBe(2);
  truth.now = 'b';
  const third = revalidation.runAnew();
  open[1]?.resolve();
  await second;
  await expect.poll(() => open.length).toBe(3);
  open[2]?.resolve();
  await third;
  expect(kept).toEqual(['a', 'a', 'b']);
});

test('without a reading on its way, or after one that failed, it reads once', async () => {
  const { revalidation, kept, open } = shopWith({ now: 'a' });
  const failing = revalidation.run();
  const again = revalidation.runAnew();
  open[0]?.reject(new NoAnswerError('unreachable'));
  await failing;
  await expect.poll(() => open.length).toBe(2);
  open[1]?.resolve();
  await again;
  const alone = revalidation.runAnew();
  open[2]?.resolve();
  await alone;
  expect(kept).toEqual(['a', 'a']);
  expect(open).toHaveLength(3);
});

test('a page that the browser has kept asks again when it is shown', async () => {
  const { revalidation, open } = shopWith({ now: 'a' });
  const page = renderHook(() => useSaved(revalidation, undefined));
  expect(open).toHaveLength(1);
  open[0]?.resolve();
  await expect.poll(() => revalidation.state.get().revalidating).toBe(false);
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await expect.poll(() => open.length).toBe(2);
  page.unmount();
});
