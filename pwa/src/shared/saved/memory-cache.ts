import type { FirstCopy } from './startup-cache.ts';

/** Rows that this page holds in memory. `etag` names the shop's answer that they come from. */
export interface KnownRows<T> {
  rows: T[];
  etag: string | null;
  savedAt: number;
}

type Part = 'tools' | 'reviews';

const parts = new Map<Part, KnownRows<unknown>>();
const listeners = new Set<() => void>();
let config: unknown;
let empty = false;

/** What this page knows of a part without asking the database. */
export const knownRows = <T>(part: Part): KnownRows<T> | undefined =>
  parts.get(part) as KnownRows<T> | undefined;

/** Follows what is known; gives the function that stops. */
export function onKnown(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Remembers what the shop has answered or the database held, unless something newer is known. What claims to be of the
 * future was saved under a wrong clock, and gives way.
 */
export function rememberRows<T>(part: Part, known: KnownRows<T>): void {
  const before = parts.get(part);
  if (before !== undefined && before.savedAt > known.savedAt && before.savedAt <= Date.now()) return;
  if (before?.rows === known.rows && before.savedAt === known.savedAt) return;
  parts.set(part, known);
  for (const listener of [...listeners]) listener();
}

/** Resolves as soon as the rows of a part are known. */
export const whenKnown = (part: Part): Promise<void> =>
  new Promise((resolve) => {
    if (parts.has(part)) return resolve();
    const stop = onKnown(() => {
      if (!parts.has(part)) return;
      stop();
      resolve();
    });
  });

/** Whether this visit began without a saved copy, so that nobody need look for one. */
export const beganEmpty = (): boolean => empty;

/** What the saved copy held of `meta`'s `config` when the visit began. */
export const knownConfig = (): unknown => config;

/** Takes over what was read before the shop's code was there; what is known already is newer. */
export function rememberFirstCopy(copy: FirstCopy | null): void {
  empty = copy === null;
  if (copy === null) return;
  config ??= copy.facts.get('config');
  for (const part of ['tools', 'reviews'] as const) {
    const savedAt = copy.facts.get(`${part}.savedAt`);
    const etag = copy.facts.get(`${part}.etag`);
    if (typeof savedAt === 'number' && !parts.has(part))
      parts.set(part, { rows: [...copy[part]], savedAt, etag: typeof etag === 'string' ? etag : null });
  }
}

/** Forgets everything, for tests. */
export function forgetKnown(): void {
  parts.clear();
  empty = false;
  config = undefined;
}
