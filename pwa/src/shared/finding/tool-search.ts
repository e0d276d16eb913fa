import type { Tool } from '@karigar/bff/contracts';
import { useEffect, useMemo, useState } from 'react';
import { createStore, useStore } from '../store.ts';
import type { Scope, ToolIndex } from './tool-index.ts';

/** What a text finds among the tools. */
export interface ToolSearch {
  /**
   * The tools that fit, best match first; all of them where nothing is searched for. While the index is on its way, those that were shown
   * before the first letter; undefined where a page was opened with a text, or the tools are unknown.
   */
  found: readonly Tool[] | undefined;
  /** At most three tools with a name like the text, nearest first. */
  nearest(): Tool[];
  /** Why there is no index; null while nothing failed. */
  failure: unknown;
  /** Fetches the index before it is needed, or once more. */
  prepare(): void;
}

interface Indexed {
  index: ToolIndex | undefined;
  failure: unknown;
}
const nothing: Indexed = { index: undefined, failure: null };
const indexed = createStore(nothing);
let latest: readonly Tool[] | undefined;

/** Indexes these tools, unless they are the latest already. Until that is done, and if it fails, the index before stays. */
async function prepareIndex(tools: readonly Tool[] | undefined): Promise<void> {
  if (tools === undefined || latest === tools) return;
  latest = tools;
  try {
    const { indexTools } = await import('./tool-index.ts');
    const index = await indexTools(tools);
    if (latest === tools) indexed.set({ index, failure: null });
  } catch (failure) {
    latest = undefined;
    indexed.set({ ...indexed.get(), failure });
  }
}

/** Finds tools on this device. The index and its library are fetched when somebody first searches. */
export function useToolSearch(tools: readonly Tool[] | undefined, text: string, scope: Scope): ToolSearch {
  const { index, failure } = useStore(indexed);
  const searching = text.trim() !== '';
  const [openedSearching] = useState(searching);
  useEffect(() => {
    // A key typed after a failure asks once more.
    if (text.trim() !== '') void prepareIndex(tools);
  }, [tools, text]);
  const byId = useMemo(() => new Map(tools?.map((tool) => [tool._id, tool])), [tools]);
  const found = useMemo(() => {
    if (tools === undefined || !searching) return tools;
    if (index !== undefined) return index.find(text, scope).flatMap((id) => byId.get(id) ?? []);
    return openedSearching && failure === null ? undefined : tools;
  }, [tools, byId, searching, text, scope, index, failure, openedSearching]);
  return {
    found,
    nearest: () => (index?.nearest(text) ?? []).flatMap((id) => byId.get(id) ?? []),
    failure: searching && index === undefined ? failure : null,
    prepare: () => void prepareIndex(tools),
  };
}

/** Forgets the index, for tests. */
export function forgetIndex(): void {
  latest = undefined;
  indexed.set(nothing);
}
