import type { Tool } from '@karigar/bff/contracts';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toolNamed } from '../testing/tool.ts';
import { indexTools } from './tool-index.ts';
import { forgetIndex, useToolSearch } from './tool-search.ts';

vi.mock('./tool-index.ts', { spy: true });

const tools = ['Claw Hammer', 'Hand Saw', 'Trowel', 'Plane'].map((name) => toolNamed(name));
const names = (found: readonly Tool[] | undefined) => found?.map(({ name }) => name);
const all = names(tools);

const search = (text: string, initial: readonly Tool[] | undefined = tools) =>
  renderHook(({ typed, rows }) => useToolSearch(rows, typed, 'everything'), {
    initialProps: { typed: text, rows: initial },
  });

// The index comes when it likes.
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  forgetIndex();
  vi.clearAllMocks();
});

it('fetches nothing before somebody searches or is about to', async () => {
  const { result } = search('');
  expect(names(result.current.found)).toEqual(all);
  expect(indexTools).not.toHaveBeenCalled();
  result.current.prepare();
  await waitFor(() => expect(indexTools).toHaveBeenCalledExactlyOnceWith(tools));
});

it('leaves the list as it was until the index is there', async () => {
  const { result, rerender } = search('');
  rerender({ typed: 'hamer', rows: tools });
  expect(names(result.current.found)).toEqual(all);
  await waitFor(() => expect(names(result.current.found)).toEqual(['Claw Hammer']));
  rerender({ typed: '', rows: tools });
  expect(names(result.current.found)).toEqual(all);
  expect(indexTools).toHaveBeenCalledOnce();
});

it('shows no list that would jump where a page is opened with a text', async () => {
  const { result } = search('hamer');
  expect(result.current.found).toBeUndefined();
  await waitFor(() => expect(names(result.current.found)).toEqual(['Claw Hammer']));
});

it('knows nothing while the tools are unknown', () => {
  const { result } = renderHook(() => useToolSearch(undefined, 'saw', 'everything'));
  expect(result.current.found).toBeUndefined();
  expect(result.current.nearest()).toEqual([]);
});

it('offers the tools whose names are like the text, and none where no name is', async () => {
  const { result, rerender } = search('trwl');
  await waitFor(() => expect(result.current.found).toEqual([]));
  expect(names(result.current.nearest())).toEqual(['Trowel']);
  rerender({ typed: '!!!', rows: tools });
  expect(result.current.nearest()).toEqual([]);
});

it('answers from the index before while that of newer tools is made, without what is gone', async () => {
  const { result, rerender } = search('hamer');
  await waitFor(() => expect(names(result.current.found)).toEqual(['Claw Hammer']));
  const sledge = toolNamed('Sledge Hammer');
  const dearer = tools.map((tool) => ({ ...tool, price: 99 }));
  rerender({ typed: 'hamer', rows: [sledge, ...dearer] });
  expect(result.current.found).toEqual([dearer[0]]);
  await waitFor(() => expect(result.current.found).toContain(sledge));
  rerender({ typed: 'hamer', rows: [sledge] });
  expect(result.current.found).toEqual([sledge]);
});

it('says why there is no index, shows every tool, and asks again with the next key', async () => {
  vi.mocked(indexTools).mockRejectedValueOnce(new Error('The code did not come'));
  const { result, rerender } = search('hame');
  await waitFor(() => expect(result.current.failure).toEqual(new Error('The code did not come')));
  expect(names(result.current.found)).toEqual(all);
  rerender({ typed: 'hamer', rows: tools });
  await waitFor(() => expect(names(result.current.found)).toEqual(['Claw Hammer']));
  expect(result.current.failure).toBeNull();
});
