import { afterEach, expect, it, vi } from 'vitest';
import { buildVersion } from './build-version.ts';
import { preload, takePreloaded } from './preloaded-response.ts';

afterEach(() => vi.unstubAllGlobals());

it('gives a preloaded response to the first who asks for the same address, and to nobody else', async () => {
  const answer = new Response('[]');
  const fetched = vi.fn<typeof fetch>(async () => answer);
  vi.stubGlobal('fetch', fetched);
  preload('/tools');
  expect(takePreloaded('/reviews')).toBeUndefined();
  expect(await takePreloaded('/tools')).toBe(answer);
  expect(takePreloaded('/tools')).toBeUndefined();
  expect(fetched).toHaveBeenCalledOnce();
  expect(fetched.mock.calls[0]?.[1]?.headers).toMatchObject({ 'X-Client-Version': buildVersion });
});

it('leaves a failure to whoever takes the answer', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no network');
  });
  preload('/tools');
  await expect(takePreloaded('/tools')).rejects.toThrow('no network');
});
