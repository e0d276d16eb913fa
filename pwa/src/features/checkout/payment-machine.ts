import { assign, fromPromise, setup } from 'xstate';
import type { ConfirmOutcome, MethodOutcome } from './cards/card-gateway.ts';

/** How the server answers the request for an intent: payable, already under way, paid, or the order is gone. */
export type PrepareOutcome =
  | { kind: 'payable'; clientSecret: string; intentId: string }
  | { kind: 'under-way'; intentId: string }
  | { kind: 'paid'; transactionId: string }
  | { kind: 'gone' };

/** How the server answers "what became of this payment?"; it asks the provider and believes no browser. */
export type SettleOutcome =
  | { kind: 'paid'; transactionId: string }
  | { kind: 'unpaid' }
  | { kind: 'pending' }
  | { kind: 'gone' }
  | { kind: 'conflict'; message: string };

/** Everything that a payment's questions may be answered with. */
export type Outcome = PrepareOutcome | MethodOutcome | ConfirmOutcome | SettleOutcome;

/** What the person is told at the card form: the shop says that nothing was charged, nothing was sent, or the bank said no. */
export type PaymentNotice = 'not-charged' | 'not-sent' | 'declined';

/** What a running payment knows. */
export interface PaymentContext {
  clientSecret: string;
  intentId: string;
  methodId: string;
  transactionId: string;
  /** The provider's or the server's own words, for the person. */
  fault: string;
  notice: PaymentNotice | null;
  outcome: Outcome | null;
}

/** What a person, the clock or the shop's live news may tell a payment. */
export type PaymentEvent =
  | { type: 'pay' }
  | { type: 'edited' }
  | { type: 'retry' }
  | { type: 'checkNow' }
  | { type: 'orderPaid'; transactionId: string };

/** Keeps what a question was answered with, and decides by it what comes next. */
const weigh = {
  target: 'weighing',
  actions: {
    type: 'keepOutcome',
    params: ({ event }: { event: { output: Outcome } }) => ({ outcome: event.output }),
  },
} as const;
/** Keeps the words of a question that failed. */
const keepFault = {
  type: 'keepFault',
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
} as const;
/** Asks a question with all that is known; `onError` says what follows when no answer came. */
const asks = <const Src extends string, const OnError, const Id extends string = Src>(
  src: Src,
  onError: OnError,
  id = src as string as Id,
) => ({ id, src, input: ({ context }: { context: PaymentContext }) => context, onDone: weigh, onError });
/** Leads from an outcome of this kind to a state. */
const leads = <const T extends string>(kind: Outcome['kind'], target: T) =>
  ({ guard: { type: 'is', params: { kind } }, target }) as const;

const rememberAttempt = {
  type: 'rememberAttempt',
  params: ({ context: { intentId } }: { context: PaymentContext }) => ({ intentId }),
} as const;

const absent = () => Promise.reject(new Error('This page has supplied no such actor'));
const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * The only owner of a card payment. Once money may have moved (an attempt was sent and no certain answer came: a lost
 * connection, a reload, a second tab) the one way on leads through `checking`, which asks the server; the card form
 * comes back only after the server said that nothing was charged. Side effects are actors and actions that the page
 * supplies. Input: `attempt`, the intent that this device had sent before a reload, or null.
 */
export const paymentMachine = setup({
  types: {
    context: {} as PaymentContext,
    events: {} as PaymentEvent,
    input: {} as { attempt: string | null },
  },
  actors: {
    prepare: fromPromise<PrepareOutcome, PaymentContext>(absent),
    createMethod: fromPromise<MethodOutcome, PaymentContext>(absent),
    confirm: fromPromise<ConfirmOutcome, PaymentContext>(absent),
    challenge: fromPromise<ConfirmOutcome, PaymentContext>(absent),
    settle: fromPromise<SettleOutcome, PaymentContext>(absent),
  },
  actions: {
    rememberAttempt: (_, _attempt: { intentId: string }) => {},
    forgetAttempt: () => {},
    keepOutcome: assign((_, { outcome }: { outcome: Outcome }) => outcomeFields(outcome)),
    keepFault: assign((_, { error }: { error: unknown }) => ({ fault: wordsOf(error) })),
    // A card that could not even be read was not declined, and may be corrected.
    noteDecline: assign(({ context }) => ({
      notice: context.methodId === '' ? null : ('declined' as const),
    })),
    forgetMethod: assign({ methodId: '' }),
    notice: assign((_, { notice }: { notice: PaymentNotice | null }) => ({ notice, fault: '' })),
  },
  guards: {
    wasInterrupted: ({ context }) => context.intentId !== '',
    is: ({ context }, { kind }: { kind: Outcome['kind'] }) => context.outcome?.kind === kind,
  },
  delays: { recheck: 3_000, confirmLimit: 20_000 },
}).createMachine({
  id: 'payment',
  context: ({ input }) => ({
    clientSecret: '',
    intentId: input.attempt ?? '',
    methodId: '',
    transactionId: '',
    fault: '',
    notice: null,
    outcome: null,
  }),
  initial: 'deciding',
  on: {
    orderPaid: {
      target: '.paid',
      actions: assign({ transactionId: ({ event }) => event.transactionId, fault: '' }),
    },
  },
  states: {
    deciding: { always: [{ guard: 'wasInterrupted', target: 'checking' }, { target: 'preparing' }] },
    preparing: { invoke: asks('prepare', { target: 'unprepared', actions: keepFault }) },
    unprepared: { on: { retry: 'preparing' } },
    entering: {
      on: {
        edited: {
          guard: ({ context }) => context.fault !== '',
          actions: { type: 'notice', params: { notice: null } },
        },
        pay: { target: 'reading', actions: ['forgetMethod', { type: 'notice', params: { notice: null } }] },
      },
    },
    reading: {
      invoke: asks('createMethod', {
        target: 'entering',
        actions: { type: 'notice', params: { notice: 'not-sent' } },
      }),
    },
    confirming: {
      entry: rememberAttempt,
      after: { confirmLimit: 'checking' },
      invoke: asks('confirm', 'checking'),
    },
    challenging: { invoke: asks('challenge', 'checking') },
    recording: { invoke: asks('settle', 'waiting', 'record') },
    checking: {
      entry: rememberAttempt,
      invoke: asks('settle', { target: 'waiting', actions: keepFault }, 'check'),
    },
    waiting: { on: { checkNow: 'checking' }, after: { recheck: 'checking' } },
    weighing: {
      always: [
        leads('payable', 'entering'),
        leads('method', 'confirming'),
        leads('succeeded', 'recording'),
        leads('challenge', 'challenging'),
        leads('under-way', 'checking'),
        {
          ...leads('refused', 'entering'),
          actions: ['forgetAttempt', 'noteDecline'],
        },
        {
          ...leads('unpaid', 'preparing'),
          actions: ['forgetAttempt', { type: 'notice', params: { notice: 'not-charged' } }],
        },
        leads('paid', 'paid'),
        leads('gone', 'gone'),
        leads('conflict', 'disputed'),
        { target: 'waiting' },
      ],
    },
    paid: { type: 'final', entry: 'forgetAttempt' },
    gone: { type: 'final', entry: 'forgetAttempt' },
    disputed: { type: 'final' },
  },
});

/** What an outcome leaves in the context: all that it carries, and its words as the fault. */
function outcomeFields(outcome: Outcome): Partial<PaymentContext> {
  const {
    kind: _,
    message = '',
    ...known
  } = outcome as { kind: string; message?: string } & Partial<PaymentContext>;
  return { ...known, outcome, fault: message };
}
