import type { OpsEntry } from '../ops.ts';

/** So many of the newest notes of operators and of the shop are looked at. */
export const looksBack = 200;

const asksPerson =
  /^(payment\.(unknown-order|mismatch|unbound|event-failed|refund-refused|disputed)|refund\.failed)$/;

/** Finds the notes that ask a person to act: money that the shop cannot bring to where it belongs by itself. */
export const forPerson = (notes: readonly OpsEntry[]): OpsEntry[] =>
  notes.filter(({ kind }) => asksPerson.test(kind));

/** How a comparison of the log with its read models ended. */
interface Verified {
  /** When (ms). */
  ts: number;
  seq: number;
  differences: number;
  by: string;
}

/** Finds the newest verification among notes, newest first; null where there is none. */
export function lastVerified(notes: readonly OpsEntry[]): Verified | null {
  const note = notes.find(({ kind }) => kind === 'verify');
  if (note === undefined) return null;
  const number = (value: unknown) => (typeof value === 'number' && Number.isInteger(value) ? value : 0);
  const { seq, differences } = note.detail;
  return { ts: note.ts, seq: number(seq), differences: number(differences), by: note.who };
}
