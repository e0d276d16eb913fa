import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearPublicData, savedPublicData, showPublicData } from '../testing/public-data.ts';
import { toolNamed } from '../testing/tool.ts';
import { revalidateTools, useTool, useTools } from './catalogue.ts';
import { publicData } from './public-data.ts';

beforeEach(() => {
  // What the database tells comes when it likes.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  vi.stubGlobal('requestIdleCallback', queueMicrotask);
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await clearPublicData();
});

const tool = (id: string) => toolNamed(id, { createdAt: `2026-01-0${id}T00:00:00.000Z` });
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
  showPublicData('tools', [tool('2'), tool('1')], { etag: '"t"', savedAt: 1 });
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
  expect(await savedPublicData('tools')).toBeUndefined();
  vi.stubGlobal('requestIdleCallback', queueMicrotask);
  write();
  await done;
  expect((await savedPublicData('tools'))?.value).toEqual([tool('3')]);
  await revalidateTools();
});

it('writes the rows again when the browser has thrown them away and the shop says that nothing changed', async () => {
  const fetched = answerWith(304, null, '"t"');
  showPublicData('tools', [tool('1')], { etag: '"t"', savedAt: 1 });
  await revalidateTools();
  expect(fetched.mock.calls[0]?.[1].headers.get('If-None-Match')).toBe('"t"');
  expect(await savedPublicData('tools')).toMatchObject({ value: [tool('1')], etag: '"t"' });
});

function One() {
  const { data } = useTool('9');
  return <p>{data === undefined ? 'unknown' : data === null ? 'not sold' : data.name}</p>;
}

it('calls a tool that the saved data lacks unknown until the shop has confirmed the data', async () => {
  showPublicData('tools', [tool('1')], { etag: '"t"', savedAt: 1 });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await revalidateTools();
  render(<One />);
  expect(screen.getByText('unknown')).toBeTruthy();
  answerWith(304, null, '"t"');
  await revalidateTools();
  await screen.findByText('not sold');
});

it('does not replace an answer with older rows of the disk, unless a clock that was ahead had saved it', () => {
  vi.useFakeTimers({ now: 3_000, toFake: ['Date'] });
  const shown = () => publicData.tools.get()?.value[0]?.name;
  showPublicData('tools', [tool('answer')], { savedAt: 2_000 });
  showPublicData('tools', [tool('disk')], { savedAt: 1_000 });
  expect(shown()).toBe('answer');
  showPublicData('tools', [tool('saved while the clock was ahead')], { savedAt: 9_000 });
  showPublicData('tools', [tool('answer')], { savedAt: 3_000 });
  expect(shown()).toBe('answer');
  vi.useRealTimers();
});
