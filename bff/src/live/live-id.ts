import type { EventNotice } from '@karigar/events';

/**
 * Names an event for those who come back to a stream, at whichever server: the epoch of the log, its seq, and the beginning of its
 * hash, by which it differs from the event of that seq in another history.
 */
export const liveId = (epoch: number, { seq, hash }: Pick<EventNotice, 'seq' | 'hash'>): string =>
  `${epoch}.${seq}.${hash.slice(0, 8)}`;

/** Reads the seq out of an id; null where it is none. */
export function seqOfLiveId(id: string): number | null {
  const seq = /^\d{1,9}\.(\d{1,15})\.[0-9a-f]{8}$/.exec(id)?.[1];
  return seq === undefined ? null : Number(seq);
}
