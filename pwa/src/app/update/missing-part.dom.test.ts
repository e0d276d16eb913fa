import { afterEach, beforeAll, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { holdReload } from '../../shared/ui/busy.ts';
import { reloadForMissingPart } from './missing-part.ts';

let reload: Mock;
let ask: Mock<typeof fetch>;
beforeAll(reloadForMissingPart);
beforeEach(() => {
  sessionStorage.clear();
  // Its kind comes last, so that nothing is loaded.
  document.head.innerHTML = '<script type="text/plain" src="/assets/index-1.js"></script>';
  document.querySelector('script')?.setAttribute('type', 'module');
  reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  ask = vi.fn<typeof fetch>().mockResolvedValue(new Response(null, { status: 404 }));
  vi.stubGlobal('fetch', ask);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A part fails to load, and what the page does about it has come to its end. */
async function partFails(): Promise<void> {
  const asked = ask.mock.calls.length;
  window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
  await vi.waitFor(() => expect(ask.mock.calls.length).toBeGreaterThan(asked));
  await new Promise((done) => setTimeout(done));
}

test('a page of a release that is gone reloads, once', async () => {
  await partFails();
  expect(ask.mock.calls[0]?.[0]).toContain('/assets/index-1.js');
  expect(reload).toHaveBeenCalledOnce();
  await partFails();
  expect(reload).toHaveBeenCalledOnce();
});

test('a part that is broken off as the page is left brings nobody back to it', async () => {
  ask.mockResolvedValue(new Response());
  await partFails();
  expect(reload).not.toHaveBeenCalled();
});

test('a page that cannot reach the shop stays as it is', async () => {
  ask.mockRejectedValue(new TypeError('Load failed'));
  await partFails();
  expect(reload).not.toHaveBeenCalled();
});

test('a page on which something must not be interrupted stays as it is', async () => {
  const release = holdReload('payment');
  await partFails();
  release();
  expect(reload).not.toHaveBeenCalled();
});
