import type { OutboxEntry } from '../saved/outbox-entry.ts';

/**
 * Tells whether an entry is to be sent: one that no attempt has reached yet, and one whose outcome is unknown, again and
 * unchanged under its own key. A refused one waits for the person.
 */
export const mustSend = (entry: OutboxEntry): boolean =>
  entry.status === 'saved' || entry.status === 'sending';

/** Chooses the next entry to send: the oldest that is to be sent and is not in `passed`. */
export const nextToSend = (
  entries: readonly OutboxEntry[],
  passed: ReadonlySet<string>,
): OutboxEntry | undefined =>
  entries
    .filter((entry) => mustSend(entry) && !passed.has(entry.id))
    .sort((a, b) => a.createdAt - b.createdAt || a.id.localeCompare(b.id))[0];

/** Gives the pause (ms) before the next automatic round after `failures` fruitless ones; obeys `retryAfter` (s). */
export function nextPause(failures: number, retryAfter: number | null): number {
  const own = Math.min(5_000 * 2 ** Math.max(0, failures - 1), 5 * 60_000);
  return Math.max(own, (retryAfter ?? 0) * 1000);
}
