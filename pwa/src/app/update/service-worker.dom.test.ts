import { beforeEach, expect, test, vi } from 'vitest';
import { followRescue, rescuedLately } from './service-worker.ts';

const reload = vi.fn();

/** A page that `controller` holds, and what the rescue worker says to it. */
function pageHeldBy(controller: object | null): (data: unknown) => void {
  const container = Object.assign(new EventTarget(), { controller });
  vi.stubGlobal('navigator', { serviceWorker: container });
  vi.stubGlobal('location', { reload });
  followRescue();
  return (data) => container.dispatchEvent(new MessageEvent('message', { data }));
}

beforeEach(() => {
  localStorage.clear();
  reload.mockClear();
});

test('a page that a bad worker holds reloads when it is rescued, and registers no worker for ten minutes', () => {
  expect(rescuedLately(Date.now())).toBe(false);
  pageHeldBy({})({ type: 'RESCUED' });
  expect(reload).toHaveBeenCalledOnce();
  expect(rescuedLately(Date.now())).toBe(true);
  expect(rescuedLately(Date.now() + 11 * 60 * 1000)).toBe(false);
});

test('a page that no worker holds does not reload, so that a rescue ends', () => {
  pageHeldBy(null)({ type: 'RESCUED' });
  expect(reload).not.toHaveBeenCalled();
  expect(rescuedLately(Date.now())).toBe(true);
});

test.each([null, 'RESCUED', { type: 'CACHE_UPDATED' }])('it does nothing about the message %o', (data) => {
  pageHeldBy({})(data);
  expect(reload).not.toHaveBeenCalled();
  expect(rescuedLately(Date.now())).toBe(false);
});
