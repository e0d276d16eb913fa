import { assertEvent, assign, fromPromise, setup } from 'xstate';
import type { OutboxEntry, OutboxWork } from '../saved/outbox-entry.ts';
import { mayChange } from './entry.ts';

/** What a form knows about the one order or review that it places. */
interface SubmissionContext {
  /** The id of a new entry, from its first try to its acceptance or end: what is saved twice is there once. */
  intent: string | null;
  /** The entry that is followed, by id and as the outbox last showed it. */
  id: string | null;
  entry: OutboxEntry | null;
  /** placed: the form placed this entry, and the person waits. typed: it holds something that is in no entry. */
  form: 'untouched' | 'placed' | 'typed';
  /** The last entry whose acceptance was told. */
  told: string | null;
}

/** An entry that the shop has just taken, and what the form holds beside it. */
export interface Acceptance {
  entry: Extract<OutboxEntry, { status: 'accepted' }>;
  form: SubmissionContext['form'];
}

/**
 * `id` becomes the intent's, unless it has one. `edit`: the person works on the form again. `entries`: what the outbox
 * holds for this form, in the order made.
 */
type SubmissionEvent =
  | { type: 'place'; id: string; work: OutboxWork }
  | { type: 'edit' }
  | { type: 'discard' }
  | { type: 'outboxChanged'; entries: readonly OutboxEntry[] };

/** Follows the newest entry that is not accepted, else the form's own. */
function follow(context: SubmissionContext, entries: readonly OutboxEntry[]): SubmissionContext {
  const open = entries.findLast(({ status }) => status !== 'accepted');
  const entry = open ?? entries.find(({ id }) => id === context.id) ?? null;
  const id = entry?.id ?? context.id;
  const form = context.form === 'placed' && id !== context.id ? 'untouched' : context.form;
  return { ...context, id, entry, form };
}

const acceptanceOf = ({ context: { entry, form } }: { context: SubmissionContext }): Acceptance => ({
  entry: entry as Acceptance['entry'],
  form,
});
const tellOnce = {
  guard: 'isNewlyAccepted',
  actions: [{ type: 'tellAccepted', params: acceptanceOf }, 'noteTold'],
} as const;

const absent = () => Promise.reject(new Error('This page has supplied no such actor'));

/**
 * The only owner of the way of an order or review from its form to the shop. The truth stays in the outbox (IndexedDB):
 * the machine follows the intent's entry, decides what the form may do, and tells of each acceptance once. A change that
 * came after another tab had sent the entry ends in `tooLate`: the entry goes as it was, what is typed stays typed.
 */
export const submissionMachine = setup({
  types: {
    context: {} as SubmissionContext,
    events: {} as SubmissionEvent,
    input: {} as { entries: readonly OutboxEntry[] },
  },
  actors: {
    /** Saves new work, or the changed work of an entry that is not sent or refused; null when another tab was faster. */
    save: fromPromise<OutboxEntry | null, { id: string; isNew: boolean; work: OutboxWork }>(absent),
    /** Discards an entry; false when another tab was faster. */
    discard: fromPromise<boolean, { id: string }>(absent),
  },
  actions: {
    tellAccepted: (_, _acceptance: Acceptance) => {},
    tellFailure: (_, _failure: { error: unknown }) => {},
    noteTold: assign({ told: ({ context }) => context.id, intent: null }),
    follow: assign(({ context, event }) => {
      assertEvent(event, 'outboxChanged');
      return follow(context, event.entries);
    }),
    take: assign(({ context }, { entry }: { entry: OutboxEntry }) => {
      // The outbox may have shown already what became of it.
      const isNewer = context.entry?.id === entry.id && context.entry.status !== 'refused';
      return { id: entry.id, entry: isNewer ? context.entry : entry, form: 'placed' as const };
    }),
    begin: assign(({ context, event }) => {
      assertEvent(event, 'place');
      return { intent: context.intent ?? event.id };
    }),
    noteTyped: assign({ form: 'typed' }),
    forget: assign({ id: null, entry: null, intent: null }),
  },
  guards: {
    is: ({ context }, { status }: { status: OutboxEntry['status'] }) => context.entry?.status === status,
    isNewlyAccepted: ({ context: { entry, told } }) => entry?.status === 'accepted' && entry.id !== told,
    isStillTooLate: ({ context, event }) => {
      assertEvent(event, 'outboxChanged');
      const { entry } = follow(context, event.entries);
      if (entry?.status !== 'refused') return entry !== null;
      // A refusal from before the other tab sent the entry is old; one with a later time asks the person anew.
      return context.entry?.status === 'refused' && context.entry.refusedAt === entry.refusedAt;
    },
    mayPlace: ({ context: { entry } }) => entry?.status !== 'sending',
    mayDiscard: ({ context: { entry } }) => entry !== null && mayChange(entry),
  },
}).createMachine({
  id: 'submission',
  context: ({ input }) =>
    follow({ intent: null, id: null, entry: null, form: 'untouched', told: null }, input.entries),
  initial: 'reading',
  on: {
    // Until the outbox has taken it, what is in the form is in no entry.
    place: { guard: 'mayPlace', target: '.place.saving', actions: ['noteTyped', 'begin'] },
    discard: { guard: 'mayDiscard', target: '.place.discarding', actions: 'noteTyped' },
    edit: { actions: 'noteTyped' },
    outboxChanged: { target: '.reading', actions: 'follow' },
  },
  states: {
    reading: {
      always: [
        tellOnce,
        { guard: { type: 'is', params: { status: 'saved' } }, target: 'saved' },
        { guard: { type: 'is', params: { status: 'sending' } }, target: 'sending' },
        { guard: { type: 'is', params: { status: 'refused' } }, target: 'refused' },
        { guard: { type: 'is', params: { status: 'accepted' } }, target: 'accepted' },
        { target: 'place' },
      ],
    },
    place: {
      initial: 'filling',
      states: {
        filling: {},
        saving: {
          on: { place: {}, discard: {}, outboxChanged: { actions: 'follow' } },
          invoke: {
            id: 'save',
            src: 'save',
            input: ({ context: { entry, intent }, event }) => {
              assertEvent(event, 'place');
              const changed = entry !== null && mayChange(entry) ? entry : null;
              const id = changed?.id ?? intent ?? event.id;
              return { id, isNew: changed === null, work: event.work };
            },
            onDone: [
              { guard: ({ event }) => event.output === null, target: '#submission.tooLate' },
              {
                target: '#submission.reading',
                actions: { type: 'take', params: ({ event }) => ({ entry: event.output as OutboxEntry }) },
              },
            ],
            onError: {
              target: '#submission.reading',
              actions: { type: 'tellFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        discarding: {
          on: { place: {}, discard: {}, outboxChanged: { actions: 'follow' } },
          invoke: {
            id: 'discard',
            src: 'discard',
            input: ({ context }) => ({ id: context.id ?? '' }),
            onDone: [
              { guard: ({ event }) => event.output, target: 'filling', actions: 'forget' },
              { target: '#submission.tooLate' },
            ],
            onError: {
              target: '#submission.reading',
              actions: { type: 'tellFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
    saved: {},
    sending: {},
    refused: {},
    accepted: {},
    tooLate: {
      always: tellOnce,
      on: {
        edit: 'reading',
        outboxChanged: [
          { guard: 'isStillTooLate', actions: 'follow' },
          { target: 'reading', actions: 'follow' },
        ],
      },
    },
  },
});
