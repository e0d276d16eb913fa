import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  createActor,
  type EventObject,
  fromPromise,
  fromTransition,
  initialTransition,
  type SnapshotFrom,
  transition,
  waitFor,
} from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import type { OutboxEntry } from '../saved/outbox-entry.ts';
import { entries, orderWork } from '../testing/outbox-entries.ts';
import { beginAttempt, changeWork, endAttempt, mayChange, mustSend } from './entry.ts';
import { type Acceptance, submissionMachine } from './submission-machine.ts';

type Step = EventObject & Record<string, unknown>;
type Submission = SnapshotFrom<typeof submissionMachine>;

/** A form beside the outbox, which the sender and other tabs change as well. */
interface World {
  submission: Submission;
  outbox: OutboxEntry[];
  /** What the form has asked of the outbox, and the answer that is on its way back. */
  asked: { actor: 'save' | 'discard'; id: string; isNew?: boolean } | null;
  answer: Step | null;
  /** Whether the form holds what is in no entry: typed since it last placed, or placed too late. */
  unplaced: boolean;
  /** Every acceptance that was told. */
  told: string[];
  /** Set when something that is in no entry was taken for placed. */
  lost: boolean;
  /** How often the outbox was changed by others, and how many entries this form has made. */
  rounds: number;
  made: number;
}

const refusal = { code: 'TOO_MANY_UNPAID', detail: 'Pay first' } as const;
const replaced = (outbox: OutboxEntry[], before: OutboxEntry, now: OutboxEntry | null) =>
  outbox.flatMap((entry) => (entry === before ? (now ?? []) : entry));

/** What the sender or another tab may do to the entry that is open; undefined: nothing now. */
const others: Record<string, (entry: OutboxEntry, now: number) => OutboxEntry | null | undefined> = {
  begin: (entry, now) => (mustSend(entry) ? beginAttempt(entry, now) : undefined),
  accept: (entry, now) =>
    entry.status === 'sending'
      ? endAttempt(entry, { type: 'accepted', orderId: 'o1', order: null }, now)
      : undefined,
  refuse: (entry, now) =>
    entry.status === 'sending' ? endAttempt(entry, { type: 'refused', refusal }, now) : undefined,
  changeElsewhere: (entry) =>
    entry.status === 'refused' ? (changeWork(entry, orderWork) ?? undefined) : undefined,
  discardElsewhere: (entry) => (mayChange(entry) ? null : undefined),
};

/** Carries out what the form has asked, by the rules of the store. */
function carryOut(world: World): World {
  const { asked, outbox } = world;
  if (asked === null) return world;
  const ended = (output: OutboxEntry | boolean | null, after = outbox): World => ({
    ...world,
    outbox: after,
    asked: null,
    answer: { type: `xstate.done.actor.${asked.actor}`, actorId: asked.actor, output },
  });
  const stored = outbox.find(({ id }) => id === asked.id);
  if (asked.isNew) {
    if (stored !== undefined) return ended(stored);
    const made = world.made + 1;
    const entry = { ...entries.saved, id: asked.id, createdAt: made };
    return { ...ended(entry, [...outbox, entry]), made };
  }
  if (stored === undefined || !mayChange(stored)) return ended(asked.actor === 'save' ? null : false);
  if (asked.actor === 'discard') return ended(true, replaced(outbox, stored, null));
  const changed = changeWork(stored, orderWork);
  return ended(changed, replaced(outbox, stored, changed));
}

function send(world: World, event: Step): World {
  const [submission, actions] = transition(submissionMachine, world.submission, event as never);
  const next = { ...world, submission };
  for (const { type, params } of actions as unknown as readonly { type: string; params: never }[]) {
    if (type === 'tellAccepted') {
      const { entry, form } = params as Acceptance;
      next.told = [...next.told, entry.id];
      next.lost ||= next.unplaced && form !== 'typed';
    }
    if (type === 'xstate.spawnChild') {
      const { id: actor, input } = params as {
        id: 'save' | 'discard';
        input: { id: string; isNew?: boolean };
      };
      next.asked = { actor, ...input };
    }
  }
  return next;
}

function live(world: World, event: Step): World {
  switch (event.type) {
    case 'place':
    case 'discard':
    case 'edit':
      return { ...send(world, event), unplaced: world.unplaced || world.submission.can(event as never) };
    case 'outboxChanged':
      return send(world, { ...event, entries: world.outbox });
    case 'carryOut':
      return carryOut(world);
    case 'answer': {
      const { answer } = world;
      if (answer === null) return world;
      const placed = answer.actorId === 'save' && answer.output !== null;
      return send({ ...world, answer: null, unplaced: world.unplaced && !placed }, answer);
    }
    default: {
      if (event.error !== undefined) return send({ ...world, asked: null, answer: null }, event);
      const open = world.outbox.findLast(({ status }) => status !== 'accepted');
      const after = open && others[event.type]?.(open, world.rounds + 1);
      if (open === undefined || after === undefined) return world;
      return { ...world, outbox: replaced(world.outbox, open, after), rounds: world.rounds + 1 };
    }
  }
}

function open(outbox: OutboxEntry[]): World {
  const [submission] = initialTransition(submissionMachine, { entries: outbox });
  const empty = { asked: null, answer: null, told: [], unplaced: false, lost: false, rounds: 0, made: 0 };
  return { submission, outbox, ...empty };
}

const place = (id: string) => ({ type: 'place', id, work: orderWork }) as const;
const failed = (actor: unknown): Step => ({
  type: `xstate.error.actor.${actor}`,
  actorId: actor,
  error: new Error('The disk is full'),
});
const name = (entry: OutboxEntry | null) =>
  entry && [entry.id, entry.status, entry.status === 'refused' && entry.refusedAt];

/** The shortest way to every different situation that a form, the sender and another tab can reach together. */
const everySituation = (outbox: OutboxEntry[]) =>
  getShortestPaths(fromTransition(live, open(outbox)), {
    events: ({ context: { submission, asked, answer, made, rounds } }) => [
      ...['edit', 'outboxChanged', 'discard'].map((type) => ({ type })),
      ...(made < 2 ? [place(submission.context.intent === null ? `order ${made + 1}` : 'not needed')] : []),
      ...(rounds < 5 ? Object.keys(others).map((type) => ({ type })) : []),
      ...(asked === null ? [] : [{ type: 'carryOut' }, failed(asked.actor)]),
      // A connection to the database may be lost after it has taken what was asked.
      ...(answer === null ? [] : [{ type: 'answer' }, failed(answer.actorId)]),
    ],
    serializeState: (({ context: { submission, outbox: stored, answer, ...world } }: { context: World }) => {
      const { entry, ...context } = submission.context;
      const reply = answer && [answer.type, answer.output === false || name(answer.output as OutboxEntry)];
      return JSON.stringify([submission.value, name(entry), context, stored.map(name), world, reply]);
    }) as never,
  });

/** The same machine really running, where the test gives the answers of the outbox. */
function pretendForm(outbox: OutboxEntry[]) {
  let asked: Pick<PromiseWithResolvers<never>, 'resolve' | 'reject'> | undefined;
  const ask = <T>(): Promise<T> => {
    const question = Promise.withResolvers<T>();
    asked = question;
    return question.promise;
  };
  const machine = submissionMachine.provide({
    actors: { save: fromPromise(() => ask()), discard: fromPromise(() => ask()) },
  });
  const actor = createActor(machine, { input: { entries: outbox } });
  actor.start();
  return async (event: Step, before: World, after: World) => {
    if (event.type === 'answer') asked?.resolve(before.answer?.output as never);
    else if (event.error !== undefined) asked?.reject(event.error);
    else if (event.type === 'outboxChanged') actor.send({ type: event.type, entries: before.outbox });
    else actor.send(event as never);
    await waitFor(actor, ({ value }) => isDeepStrictEqual(value, after.submission.value), { timeout: 5_000 });
  };
}

describe.each([
  ['an empty outbox', []],
  ['an entry that is on its way', [entries.sending]],
])('a form that opens with %s', (_, outbox) => {
  const paths = everySituation(outbox);
  const worlds = paths.map(({ state }) => state.context);

  it('can reach every state', () => {
    const reached = new Set(worlds.map(({ submission }) => JSON.stringify(submission.value)));
    const states = ['saved', 'sending', 'refused', 'accepted', 'tooLate'];
    const placing = ['filling', 'saving', 'discarding'].map((place) => ({ place }));
    for (const state of [...states, ...placing]) expect(reached).toContain(JSON.stringify(state));
  });

  it('never has two entries open', () => {
    for (const { outbox: stored } of worlds) {
      expect(stored.filter(({ status }) => status !== 'accepted').length).toBeLessThan(2);
    }
  });

  it('tells of each acceptance that it hears of once', () => {
    for (const { submission, told } of worlds) {
      const { entry } = submission.context;
      expect(new Set(told).size).toBe(told.length);
      if (submission.matches('accepted')) expect(told).toContain(entry?.id);
    }
  });

  it('never takes for placed what was typed afterwards or came too late', () => {
    expect(worlds.some(({ lost }) => lost)).toBe(false);
  });

  it('asks for nothing while the entry may be with the shop', () => {
    for (const { submission } of worlds) {
      if (submission.matches('sending')) {
        expect(submission.can(place('order 3'))).toBe(false);
        expect(submission.can({ type: 'discard' })).toBe(false);
      }
    }
  });

  it('goes the same ways when it really runs', async () => {
    for (const path of paths.filter((_, index) => index % 20 === 0)) {
      const take = pretendForm(outbox);
      let before = open(outbox);
      for (const { event, state } of path.steps) {
        if (event.type !== 'xstate.init') await take(event as Step, before, state.context);
        before = state.context;
      }
    }
  });
});
