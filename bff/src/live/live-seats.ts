import { ProblemError } from '../problem/problem-error.ts';

/** Streams that one person may hold open at one process: a phone, a desktop, a tablet, and two whose end is not noticed yet. */
export const streamsPerPerson = 5;

/** Seconds after which a refused page may try again; until then it asks for what it shows. */
const retryAfter = 60;

/** The seats of one process. */
export type LiveSeats = ReturnType<typeof liveSeats>;

/** Counts the open streams of this process: `perPerson` for each uid, `perProcess` for all of them together. */
export function liveSeats({ perPerson, perProcess }: { perPerson: number; perProcess: number }) {
  const taken = new Map<string, number>();
  let all = 0;
  const change = (uid: string, by: 1 | -1) => {
    all += by;
    const count = (taken.get(uid) ?? 0) + by;
    if (count === 0) taken.delete(uid);
    else taken.set(uid, count);
  };
  return {
    /**
     * Takes a seat for a person and gives what frees it, once however often it is called. Throws ProblemError 429 when the person or
     * the process has no seat left.
     */
    take(uid: string): () => void {
      if ((taken.get(uid) ?? 0) >= perPerson)
        throw full(`Live updates are already open in ${perPerson} places. Close one of them, or refresh.`);
      if (all >= perProcess) throw full('Live updates are busy right now. Refresh to see what is new.');
      change(uid, 1);
      let held = true;
      return () => {
        if (held) change(uid, -1);
        held = false;
      };
    },
  };
}

const full = (detail: string) => new ProblemError('RATE_LIMITED', detail, { retryAfter });
