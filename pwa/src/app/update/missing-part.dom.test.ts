import { expect, test, vi } from 'vitest';
import { reloadForMissingPart } from './missing-part.ts';

test('a part that is broken off as the page is left brings nobody back to it', () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  const missing = () => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
  reloadForMissingPart();
  window.dispatchEvent(new Event('beforeunload'));
  missing();
  expect(reload).not.toHaveBeenCalled();

  // The page stays: it was a download.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 11_000);
  missing();
  expect(reload).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
});
