import { afterEach, expect, it, vi } from 'vitest';
import { askEarly, takeEarly } from './early-answer.ts';

vi.mock('../build-version.ts', () => ({ buildVersion: '1.2.3' }));
afterEach(() => vi.unstubAllGlobals());

it('gives an early answer to the first who asks for the same address, and to nobody else', async () => {
  const answer = new Response('[]');
  const fetched = vi.fn<typeof fetch>(async () => answer);
  vi.stubGlobal('fetch', fetched);
  askEarly('/tools');
  expect(takeEarly('/reviews')).toBeUndefined();
  expect(await takeEarly('/tools')).toBe(answer);
  expect(takeEarly('/tools')).toBeUndefined();
  expect(fetched).toHaveBeenCalledOnce();
  expect(fetched.mock.calls[0]?.[1]?.headers).toMatchObject({ 'X-Client-Version': '1.2.3' });
});

it('leaves a failure to whoever takes the answer', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no network');
  });
  askEarly('/tools');
  await expect(takeEarly('/tools')).rejects.toThrow('no network');
});
