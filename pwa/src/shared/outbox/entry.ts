import type { AttemptOutcome, Delay, OutboxEntry, OutboxWork } from '../saved/outbox-entry.ts';

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
