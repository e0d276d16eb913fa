import type { Tool } from '@karigar/bff/contracts';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { revalidateTools, useTool, useTools } from './catalogue.ts';
import { cacheRows, clearMemoryCache, memoryCache } from './memory-cache.ts';
import { publicDb } from './public-db.ts';

beforeEach(() => {
  // What the database tells comes when it likes.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  vi.stubGlobal('requestIdleCallback', queueMicrotask);
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await Promise.all([publicDb().tools.clear(), publicDb().meta.clear()]);
  clearMemoryCache();
});

const tool = (id: string) => ({ _id: id, name: id, createdAt: `2026-01-0${id}T00:00:00.000Z` }) as Tool;
const answerWith = (status: number, body: unknown, etag: string) => {
  const fetched = vi.fn((_address: string, _init: { headers: Headers }) =>
    Promise.resolve(
      new Response(status === 304 ? null : JSON.stringify(body), { status, headers: { ETag: etag } }),
    ),
  );
  vi.stubGlobal('fetch', fetched);
  return fetched;
};

function Names() {
  const { data } = useTools();
  return <p>{data === undefined ? 'unknown' : data.map(({ name }) => name).join(',')}</p>;
}

it('shows what is known already in the first drawing', async () => {
  answerWith(304, null, '"t"');
  cacheRows(memoryCache.tools, { rows: [tool('2'), tool('1')], etag: '"t"', savedAt: 1 });
  render(<Names />);
  expect(screen.getByText('2,1')).toBeTruthy();
  await revalidateTools();
});

it('shows an answer before it is on the disk, and keeps it', async () => {
  answerWith(200, [tool('3')], '"u"');
  let write = () => undefined as unknown;
  vi.stubGlobal('requestIdleCallback', (work: () => void) => {
    write = work;
  });
  render(<Names />);
  const done = revalidateTools();
  await screen.findByText('3');
  expect(await publicDb().tools.count()).toBe(0);
  vi.stubGlobal('requestIdleCallback', queueMicrotask);
  write();
  await done;
  expect(await publicDb().tools.count()).toBe(1);
  await revalidateTools();
});

it('writes the rows again when the browser has thrown them away and the shop says that nothing changed', async () => {
  const fetched = answerWith(304, null, '"t"');
  cacheRows(memoryCache.tools, { rows: [tool('1')], etag: '"t"', savedAt: 1 });
  await revalidateTools();
  expect(fetched.mock.calls[0]?.[1].headers.get('If-None-Match')).toBe('"t"');
  expect(await publicDb().tools.toArray()).toEqual([tool('1')]);
  expect((await publicDb().meta.get('tools.etag'))?.value).toBe('"t"');
});

function One() {
  const { data } = useTool('9');
  return <p>{data === undefined ? 'unknown' : data === null ? 'not sold' : data.name}</p>;
}

it('calls a tool that the saved data lacks unknown until the shop has confirmed the data', async () => {
  cacheRows(memoryCache.tools, { rows: [tool('1')], etag: '"t"', savedAt: 1 });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await revalidateTools();
  render(<One />);
  expect(screen.getByText('unknown')).toBeTruthy();
  answerWith(304, null, '"t"');
  await revalidateTools();
  await screen.findByText('not sold');
});
