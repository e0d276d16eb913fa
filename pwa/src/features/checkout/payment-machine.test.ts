import { describe, expect, it } from 'vitest';
import {
  createActor,
  type EventObject,
  fromPromise,
  fromTransition,
  initialTransition,
  SimulatedClock,
  type SnapshotFrom,
  transition,
  waitFor,
} from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { paymentMachine } from './payment-machine.ts';

type Step = EventObject & { output?: { kind: string } };
type Payment = SnapshotFrom<typeof paymentMachine>;

const intentId = 'pi_1';
const done = (id: string, output: { kind: string } & Record<string, string>): Step =>
  ({ type: `xstate.done.actor.${id}`, actorId: id, output }) as Step;
const lost = (id: string): Step =>
  ({ type: `xstate.error.actor.${id}`, actorId: id, error: new Error('network') }) as Step;

const decided = [
  { kind: 'succeeded', intentId },
  { kind: 'processing' },
  { kind: 'refused', message: 'Your card was declined.' },
];
const settled = [
  { kind: 'paid', transactionId: intentId },
  { kind: 'unpaid' },
  { kind: 'pending' },
  { kind: 'gone' },
  { kind: 'conflict', message: 'Another order has used this payment.' },
];
const answersOf = (id: string, outputs: ({ kind: string } & Record<string, string>)[]) => [
  ...outputs.map((output) => done(id, output)),
  lost(id),
];

/** Every answer or event that each state may meet. */
const events: Record<string, Step[]> = {
  preparing: answersOf('prepare', [
    { kind: 'payable', clientSecret: 'pi_1_secret_1', intentId },
    { kind: 'under-way', intentId },
    { kind: 'paid', transactionId: intentId },
    { kind: 'gone' },
  ]),
  unprepared: [{ type: 'retry' }],
  entering: [{ type: 'pay' }, { type: 'edited' }],
  reading: answersOf('createMethod', [
    { kind: 'method', methodId: 'pm_1' },
    { kind: 'refused', message: 'Your card number is incomplete.' },
  ]),
  confirming: [
    ...answersOf('confirm', [...decided, { kind: 'challenge' }]),
    { type: 'xstate.after.confirmLimit.payment.confirming' },
  ],
  challenging: answersOf('challenge', decided),
  recording: answersOf('record', settled),
  checking: answersOf('check', settled),
  waiting: [{ type: 'checkNow' }, { type: 'xstate.after.recheck.payment.waiting' }],
};
/** News of the order from the shop's live stream may arrive at any moment. */
const news: Step[] = [{ type: 'orderPaid', transactionId: intentId } as Step];

/** The payment beside what is true of the money, and what this device remembers of a sent card. */
interface Books {
  payment: Payment;
  money: 'untouched' | 'unsure' | 'charged';
  remembered: boolean;
  sentInDoubt: boolean;
}

function enter(books: Books, payment: Payment, actions: readonly { type: string; params: unknown }[]): Books {
  const next = { ...books, payment };
  for (const { type, params } of actions) {
    if (type === 'rememberAttempt') next.remembered = true;
    if (type === 'forgetAttempt') next.remembered = false;
    if (type === 'xstate.spawnChild' && (params as { id?: string }).id === 'confirm') {
      next.sentInDoubt ||= next.money !== 'untouched';
      next.money = 'unsure';
    }
  }
  return next;
}

function keepBooks(books: Books, event: Step): Books {
  const kind = event.output?.kind ?? '';
  const [payment, actions] = transition(paymentMachine, books.payment, event as never);
  const money = ['unpaid', 'refused'].includes(kind)
    ? 'untouched'
    : ['succeeded', 'paid'].includes(kind)
      ? 'charged'
      : kind === 'under-way'
        ? 'unsure'
        : books.money;
  return enter({ ...books, money }, payment, actions);
}

function open(attempt: string | null): Books {
  const [payment, actions] = initialTransition(paymentMachine, { attempt });
  const money = attempt === null ? 'untouched' : 'unsure';
  return enter({ payment, money, remembered: attempt !== null, sentInDoubt: false }, payment, actions);
}

/** The shortest way to every different situation (state, notice, money, memory) that any path can reach. */
const everySituation = (attempt: string | null) =>
  getShortestPaths(fromTransition(keepBooks, open(attempt)), {
    events: ({ context: { payment } }) =>
      payment.status === 'done' ? [] : [...(events[String(payment.value)] ?? []), ...news],
    serializeState: (({ context: { payment, ...truth } }: { context: Books }) =>
      JSON.stringify([payment.value, payment.context.notice, truth])) as never,
  });

/** The same machine running in a page where the test gives every answer. */
function pretendPage(attempt: string | null) {
  const clock = new SimulatedClock();
  const asked = new Map<string, Pick<PromiseWithResolvers<unknown>, 'resolve' | 'reject'>>();
  const ask = <T>(id: string): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    asked.set(id, { resolve: resolve as (output: unknown) => void, reject });
    return promise;
  };
  const actor = createActor(
    paymentMachine.provide({
      actors: {
        prepare: fromPromise(() => ask('prepare')),
        createMethod: fromPromise(() => ask('createMethod')),
        confirm: fromPromise(() => ask('confirm')),
        challenge: fromPromise(() => ask('challenge')),
        settle: fromPromise(() => ask('settle')),
      },
    }),
    { input: { attempt }, clock },
  );
  actor.start();
  return async (event: Step, expected: unknown) => {
    const [, what, , id = ''] = event.type.split('.');
    const question = asked.get(id === 'record' || id === 'check' ? 'settle' : id);
    if (what === 'done') question?.resolve(event.output);
    else if (what === 'error') question?.reject(new Error('network'));
    else if (what === 'after') clock.increment(20_000);
    else actor.send(event as never);
    await waitFor(actor, ({ value }) => value === expected, { timeout: 5_000 });
    return actor.getSnapshot();
  };
}

describe.each([
  ['a fresh page', null],
  ['a page that was reloaded in the middle', intentId],
])('a payment on %s', (_, attempt) => {
  const paths = everySituation(attempt);

  it('can reach every state', () => {
    const reached = new Set<unknown>(paths.map(({ state }) => state.context.payment.value));
    expect([...Object.keys(events), 'paid', 'gone', 'disputed'].filter((name) => !reached.has(name))).toEqual(
      [],
    );
  });

  it('never sends a card while money may have moved', () => {
    for (const { state } of paths) expect(state.context.sentInDoubt).toBe(false);
  });

  it('asks the server first after a reload at any moment when money may have moved', () => {
    for (const { state } of paths) {
      const { payment, money, remembered } = state.context;
      if (payment.status !== 'active' || money === 'untouched') continue;
      expect(remembered).toBe(true);
      expect(open(intentId).payment.value).toBe('checking');
    }
  });

  it('takes every one of these ways when it really runs', async () => {
    for (const path of paths) {
      const take = pretendPage(attempt);
      for (const { event, state } of path.steps) {
        if (event.type === 'xstate.init') continue;
        const { context } = await take(event as Step, state.context.payment.value);
        expect(context.notice).toBe(state.context.payment.context.notice);
      }
    }
  });
});
