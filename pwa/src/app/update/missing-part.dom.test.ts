import { afterEach, beforeAll, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { holdReload } from '../../shared/ui/busy.ts';
import { reloadForMissingPart } from './missing-part.ts';

const first = '/assets/index-1.js';
const part = 'http://shop.example/assets/blog-page-2.js';
let reload: Mock;
/** What the shop answers to the question for an address; nothing where it cannot be reached. */
let answers: Record<string, number>;
beforeAll(reloadForMissingPart);
beforeEach(() => {
  sessionStorage.clear();
  answers = {};
  // Its kind comes last, so that nothing is loaded.
  document.head.innerHTML = `<script type="text/plain" src="${first}"></script>`;
  document.querySelector('script')?.setAttribute('type', 'module');
  reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async (address: string) => {
    const [, status] = Object.entries(answers).find(([end]) => address.endsWith(end)) ?? [];
    if (status === undefined) throw new TypeError('Load failed');
    return new Response(null, { status });
  });
});
afterEach(() => {
  history.replaceState(null, '', '/');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The part fails to load, and what the page does about it comes to its end. */
async function partFails(message = `Failed to fetch dynamically imported module: ${part}`): Promise<void> {
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: new TypeError(message) }));
  await new Promise((done) => setTimeout(done, 20));
}

test.each([
  ['the part', { [part]: 404, [first]: 200 }],
  ['the first script', { [part]: 200, [first]: 404 }],
])('a page reloads where the shop lacks %s, once', async (_what, given) => {
  answers = given;
  await partFails();
  expect(reload).toHaveBeenCalledOnce();
  await partFails();
  expect(reload).toHaveBeenCalledOnce();
});

test('a browser that does not name the part asks for the first script', async () => {
  answers = { [first]: 404 };
  await partFails('Importing a module script failed.');
  expect(reload).toHaveBeenCalledOnce();
});

test.each([
  ['has both, as where a page is left while its parts load', { [part]: 200, [first]: 200 }],
  ['is out of order', { [part]: 503, [first]: 503 }],
  ['cannot be reached', {}],
])('a page stays as it is where the shop %s', async (_state, given) => {
  answers = given;
  await partFails();
  expect(reload).not.toHaveBeenCalled();
});

test('a page stays as it is while something must not be interrupted', async () => {
  answers = { [part]: 404 };
  const release = holdReload();
  await partFails();
  release();
  expect(reload).not.toHaveBeenCalled();
});

test('the page that somebody has gone to meanwhile is not reloaded', async () => {
  answers = { [part]: 404 };
  const failing = partFails();
  history.pushState(null, '', '/tools');
  await failing;
  expect(reload).not.toHaveBeenCalled();
});
