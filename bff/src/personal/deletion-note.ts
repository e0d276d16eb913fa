import type { Deletion } from '@karigar/events';
import { z } from 'zod';
import type { Personal } from './personal.ts';

const Note = z.object({ text: z.string() });
const contextOf = (orderId: string): string => `order.deleted/2 ${orderId}`;

/** Seals why an order was deleted, in the words of a release that knew no list of reasons. Throws `PersonErasedError`. */
export const sealNote = (personal: Personal, uid: string, orderId: string, text: string): Promise<string> =>
  personal.sealFor(uid, contextOf(orderId), { text } satisfies z.infer<typeof Note>);

/** Opens what {@link sealNote} made; 'erased' when the person was erased. Throws ProblemError KEY_MISSING. */
export async function openNote(
  personal: Personal,
  uid: string,
  orderId: string,
  sealed: string,
): Promise<string | 'erased'> {
  const opened = await personal.openFor(uid, contextOf(orderId), sealed);
  return opened === 'erased' ? opened : Note.parse(opened).text;
}

/** What a deletion says beside its reason; null when that is nothing, or its person was erased. Throws ProblemError KEY_MISSING. */
export async function noteOf(
  personal: Personal,
  uid: string,
  orderId: string,
  { note }: Pick<Deletion, 'note'>,
): Promise<string | null> {
  if (note === null || typeof note !== 'string') return note?.text ?? null;
  const opened = await openNote(personal, uid, orderId, note);
  return opened === 'erased' ? null : opened;
}
