import type { RecordedEvent } from '@karigar/events';
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

/** The events of an order with what its deletion says beside its reason; nothing when its person was erased. Throws ProblemError KEY_MISSING. */
export const withOpenNotes = (
  personal: Personal,
  uid: string,
  events: readonly RecordedEvent[],
): Promise<RecordedEvent[]> =>
  Promise.all(
    events.map(async (event) => {
      if (event.type !== 'order.deleted' || typeof event.data.note !== 'string') return event;
      const text = await openNote(personal, uid, event.subject, event.data.note);
      return { ...event, data: { ...event.data, note: text === 'erased' ? null : { text } } };
    }),
  );
