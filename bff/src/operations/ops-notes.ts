import type { OpsEntry } from '../ops.ts';

/** So many of the newest notes of operators and of the shop are looked at. */
export const looksBack = 200;

const asksPerson =
  /^(payment\.(unknown-order|mismatch|unbound|event-failed|refund-refused|disputed)|refund\.failed)$/;

/** Finds the notes that ask a person to act: money that the shop cannot bring to where it belongs by itself. */
export const forPerson = (notes: readonly OpsEntry[]): OpsEntry[] =>
  notes.filter(({ kind }) => asksPerson.test(kind));

const whole = (value: unknown) => (Number.isInteger(value) ? Number(value) : 0);

/** Finds the newest verification among notes, newest first; null where there is none. */
export function lastVerified(notes: readonly OpsEntry[]) {
  const note = notes.find(({ kind }) => kind === 'verify');
  if (note === undefined) return null;
  const { seq, differences } = note.detail;
  return {
    at: new Date(note.ts).toISOString(),
    seq: whole(seq),
    differences: whole(differences),
    by: note.who,
  };
}
