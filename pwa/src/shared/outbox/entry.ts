import type { AttemptOutcome, Delay, OutboxEntry, OutboxWork } from '../saved/outbox-entry.ts';

/** Unsent work older than this (ms) warns: a browser may clear its storage after a week without a visit. */
const warnAfter = 24 * 60 * 60 * 1000;

/** Before its first attempt and after a definite refusal an entry belongs to the person; in between to the shop. */
export const mayChange = (entry: OutboxEntry): boolean =>
  entry.status === 'saved' || entry.status === 'refused';

/** Saved or on its way: to be sent again, unchanged. A refused entry waits for the person. */
export const mustSend = (entry: OutboxEntry): boolean =>
  entry.status === 'saved' || entry.status === 'sending';

/** Not confirmed by the shop. */
export const isUnsent = (entry: OutboxEntry): boolean => entry.status !== 'accepted';

/** Old enough to warn about. */
export const isOld = (entry: OutboxEntry, now: number): boolean =>
  isUnsent(entry) && now - entry.createdAt > warnAfter;

/** The entry as an attempt begins; written before the request leaves, so that a crash cannot make it look untouched. */
export function beginAttempt(entry: OutboxEntry, now: number): OutboxEntry {
  const attempts = entry.status === 'sending' ? entry.attempts + 1 : 1;
  return { ...base(entry), status: 'sending', attempts, lastTriedAt: now, delay: null };
}

/** The door said no before anybody looked at the work: it cannot have been taken by this attempt. */
const turnedAway = (delay: Delay): boolean => delay === 'sign-in-needed' || delay === 'update-needed';

/** The entry after an attempt. An unknown outcome leaves it on its way: it will be sent again, unchanged. */
export function endAttempt(entry: OutboxEntry, outcome: AttemptOutcome, now: number): OutboxEntry {
  switch (outcome.type) {
    case 'accepted':
      return {
        ...base(entry),
        status: 'accepted',
        acceptedAt: now,
        orderId: outcome.orderId,
        order: outcome.order,
      };
    case 'refused':
      return { ...base(entry), status: 'refused', refusedAt: now, refusal: outcome.refusal };
    case 'delayed': {
      const attempts = entry.status === 'sending' ? entry.attempts : 1;
      if (attempts === 1 && turnedAway(outcome.delay)) {
        return { ...base(entry), status: 'saved', delay: outcome.delay };
      }
      return { ...base(entry), status: 'sending', attempts, lastTriedAt: now, delay: outcome.delay };
    }
    default:
      return outcome satisfies never;
  }
}

/** The entry with changed work, ready to be sent. Null when it may not be changed now. */
export const changeWork = (entry: OutboxEntry, work: OutboxWork): OutboxEntry | null =>
  mayChange(entry) ? { ...base(entry), work, status: 'saved', delay: null } : null;

/** The next entry to send: the oldest that must go and is not in `passed`. */
export const nextToSend = (
  entries: readonly OutboxEntry[],
  passed: ReadonlySet<string>,
): OutboxEntry | undefined =>
  entries
    .filter((entry) => mustSend(entry) && !passed.has(entry.id))
    .sort((a, b) => a.createdAt - b.createdAt || a.id.localeCompare(b.id))[0];

/** The pause (ms) before the next automatic try after `failures` fruitless ones; `retryAfter` (s) is obeyed. */
export function nextPause(failures: number, retryAfter: number | null): number {
  const own = Math.min(5_000 * 2 ** Math.max(0, failures - 1), 5 * 60_000);
  return Math.max(own, (retryAfter ?? 0) * 1000);
}

const base = ({ id, uid, work, createdAt }: OutboxEntry) => ({ id, uid, work, createdAt });
