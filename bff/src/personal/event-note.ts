import type { RecordedEvent } from '@karigar/events';
import { z } from 'zod';
import type { Personal } from './personal.ts';

const Note = z.object({ text: z.string() });

/** What a note is bound to: it opens in an event of this type of this order only. */
type NotedEvent = Pick<RecordedEvent, 'type' | 'subject'>;
const contextOf = ({ type, subject }: NotedEvent): string => `${type}/2 ${subject}`;

/** Seals what is said beside the reason of an event, for the person of its order. Throws `ProblemError` PERSON_ERASED and KEY_MISSING. */
export const sealNote = (personal: Personal, uid: string, event: NotedEvent, text: string): Promise<string> =>
  personal.sealFor(uid, contextOf(event), { text } satisfies z.infer<typeof Note>);

/** Opens what {@link sealNote} made; 'erased' when the person was erased. Throws ProblemError KEY_MISSING. */
export async function openNote(
  personal: Personal,
  uid: string,
  event: NotedEvent,
  sealed: string,
): Promise<string | 'erased'> {
  const opened = await personal.openFor(uid, contextOf(event), sealed);
  return opened === 'erased' ? opened : Note.parse(opened).text;
}

/** Events about an order of `uid` with what is said beside their reasons; nothing when the person was erased. Throws ProblemError KEY_MISSING. */
export const withOpenNotes = (
  personal: Personal,
  uid: string,
  events: readonly RecordedEvent[],
): Promise<RecordedEvent[]> =>
  Promise.all(
    events.map(async (event) => {
      if (!hasSealedNote(event)) return event;
      const text = await openNote(personal, uid, event, event.data.note);
      const note = text === 'erased' ? null : { text };
      return { ...event, data: { ...event.data, note } } as RecordedEvent;
    }),
  );

/** Checks whether an event holds a note that has to be opened. */
export function hasSealedNote(
  event: RecordedEvent,
): event is RecordedEvent & { readonly data: { readonly note: string } } {
  return 'note' in event.data && typeof event.data.note === 'string';
}
