import type { RecordedEvent } from '@karigar/events';
import type { Personal } from './personal.ts';

type Voided = Extract<RecordedEvent, { type: 'event.voided' }>;

/** What a note is bound to: it opens beside an event of this order only. */
const contextOf = (orderId: string): string => `event.voided/1 ${orderId}`;

/** Seals an operator's words about an event of an order, for the person of the order. Throws `ProblemError` PERSON_ERASED and KEY_MISSING. */
export const sealNote = (personal: Personal, uid: string, orderId: string, text: string): Promise<string> =>
  personal.sealFor(uid, contextOf(orderId), { text });

/** An `event.voided` with its note opened; without a note when the person was erased. Throws ProblemError KEY_MISSING. */
export async function withOpenNote(personal: Personal, uid: string, event: Voided): Promise<Voided> {
  const { note } = event.data;
  if (note === null) return event;
  const opened = await personal.openFor<{ text: string }>(uid, contextOf(event.subject), note);
  return { ...event, data: { ...event.data, note: opened === 'erased' ? null : opened.text } };
}
