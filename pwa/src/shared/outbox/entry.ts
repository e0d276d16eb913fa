import { ApiProblem, NoAnswerError } from '../api/failure.ts';
import type { AttemptOutcome, Delay, OutboxEntry, OutboxWork, Refusal } from '../saved/outbox-entry.ts';

/** Unsent work older than this (ms) warns: a browser may clear its storage after a week without a visit. */
const warnAfter = 24 * 60 * 60 * 1000;

/** Tells whether the person may change an entry: before its first attempt and after a definite refusal. */
export const mayChange = (entry: OutboxEntry): boolean =>
  entry.status === 'saved' || entry.status === 'refused';

/** Tells whether the shop has not accepted an entry. */
export const isUnsent = (entry: OutboxEntry): boolean => entry.status !== 'accepted';

/** Tells whether an entry has waited so long that the person is warned. */
export const isOld = (entry: OutboxEntry, now: number): boolean =>
  isUnsent(entry) && now - entry.createdAt > warnAfter;

/** Begins an attempt; to be stored before the request leaves, so that a crash cannot make the entry look untouched. */
export function beginAttempt(entry: OutboxEntry, now: number): OutboxEntry {
  const attempts = entry.status === 'sending' ? entry.attempts + 1 : 1;
  return { ...base(entry), status: 'sending', attempts, lastTriedAt: now, delay: null };
}

/** Turned away before anybody looked at the work: the shop cannot have taken it in this attempt. */
const turnedAway = (delay: Delay): boolean => delay === 'sign-in-needed' || delay === 'update-needed';

/** Ends an attempt. After an unknown outcome the entry stays on its way: it is sent again, unchanged. */
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

/** Changes the work of an entry and makes it ready to be sent; null when it may not be changed now. */
export const changeWork = (entry: OutboxEntry, work: OutboxWork): OutboxEntry | null =>
  mayChange(entry) ? { ...base(entry), work, status: 'saved', delay: null } : null;

const base = ({ id, uid, work, createdAt }: OutboxEntry) => ({ id, uid, work, createdAt });

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

/** Gives the pause (ms) before the next automatic round after `failures` failed ones; obeys `retryAfter` (s). */
export function nextPause(failures: number, retryAfter: number | null): number {
  const own = Math.min(5_000 * 2 ** Math.max(0, failures - 1), 5 * 60_000);
  return Math.max(own, (retryAfter ?? 0) * 1000);
}

/**
 * Tells what a failed attempt means. Only a refusal that the shop itself spelled out is definite; a broken connection, a
 * timeout or a fault of the server leaves the outcome unknown. Faults of our own code are thrown on.
 */
export function outcomeOfFailure(error: unknown): AttemptOutcome {
  if (error instanceof NoAnswerError) return delayed('no-answer');
  if (!(error instanceof ApiProblem)) throw error;
  const { status, code } = error.problem;
  if (status === 401) return delayed('sign-in-needed');
  if (status === 426) return delayed('update-needed');
  if (status === 408 || code === 'TIMEOUT') return delayed('no-answer');
  if (code === 'TOO_MANY_ORDERS') return { type: 'refused', refusal: refusalOf(error) };
  if (status === 429 || status === 502 || status === 503 || status === 504) {
    return delayed('shop-busy', error.retryAfter);
  }
  if (status >= 500) return delayed('shop-failed', error.retryAfter);
  return { type: 'refused', refusal: refusalOf(error) };
}

const delayed = (delay: Delay, retryAfter: number | null = null): AttemptOutcome => ({
  type: 'delayed',
  delay,
  retryAfter,
});

function refusalOf({ problem, message }: ApiProblem): Refusal {
  const refusal: Refusal = { code: problem.code, detail: problem.errors?.[0]?.message ?? message };
  for (const field of ['available', 'minimum', 'unitPrice', 'limit', 'held'] as const) {
    const value = problem[field];
    if (typeof value === 'number') refusal[field] = value;
  }
  return refusal;
}
