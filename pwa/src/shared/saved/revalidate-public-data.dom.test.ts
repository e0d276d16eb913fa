import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearPublicData, showPublicData } from '../testing/public-data.ts';
import { toolNamed } from '../testing/tool.ts';
import { revalidatePublicData } from './revalidate-public-data.ts';

vi.mock('./catalogue.ts', () => ({
  revalidateTools: async () => undefined,
  revalidateReviews: async () => undefined,
}));
vi.mock('./shop-config.ts', () => ({ revalidateConfig: async () => undefined }));

const fetched = vi.fn(async (_address: string) => new Response());
/** The service worker is asked for first by whoever fetches pictures. */
const worker = vi.fn(() => Promise.resolve());
const picture = '/images/hammer.jpg';

beforeEach(() => {
  fetched.mockClear();
  worker.mockClear();
  vi.stubGlobal('requestIdleCallback', queueMicrotask);
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('caches', { match: async () => undefined });
  showPublicData('tools', [toolNamed('Hammer', { image: picture })]);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await clearPublicData();
});

/** Gives the browser this word of its network; the function given tells when it has been asked for. */
function network(connection: object | undefined) {
  const asked = vi.fn(() => connection);
  vi.stubGlobal('navigator', {
    serviceWorker: {
      get ready() {
        return worker();
      },
      controller: {},
    },
    get connection() {
      return asked();
    },
  });
  return asked;
}

test('a browser that says nothing of its network keeps the pictures of all tools', async () => {
  network(undefined);
  revalidatePublicData();
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledWith(picture));
});

test('pictures of another host are left to the browser', async () => {
  const elsewhere = toolNamed('Saw', { image: 'https://pictures.example/saw.jpg' });
  showPublicData('tools', [elsewhere, toolNamed('Hammer', { image: picture })], { savedAt: Date.now() + 1 });
  network(undefined);
  revalidatePublicData();
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledWith(picture));
  expect(fetched.mock.calls.flat()).not.toContain('https://pictures.example/saw.jpg');
});

test.each([{ saveData: true }, { effectiveType: 'slow-2g' }])(
  'who saves data or has a slow network gets no pictures ahead (%o)',
  async (connection) => {
    const asked = network(connection);
    revalidatePublicData();
    await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
    expect(worker).not.toHaveBeenCalled();
  },
);
