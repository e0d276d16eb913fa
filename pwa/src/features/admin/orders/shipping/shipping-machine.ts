import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate';
import { shipOrders } from '../../../../shared/api/calls.ts';
import { failureText, NotDoneError } from '../../../../shared/api/failure.ts';
import { findOrder } from '../../../../shared/writes/find-order.ts';
import { settle } from '../../../../shared/writes/settle.ts';
import type { Parcel, Progress, Result, Shipping, Shippings } from './shipping.ts';
import { sentWords } from './shipping-words.ts';

/** How long (ms) a parcel can be taken back before it is sent to the shop. */
export const undoTime = 5_000;

const resultOf = ({ order }: Parcel, outcome: Result['outcome'], detail: string | null = null): Result => ({
  order: order._id,
  id: order._id,
  number: order.number,
  outcome,
  code: null,
  detail,
});

/** Reads what became of parcels whose sending was not answered. Throws ApiProblem or NoAnswerError. */
async function whatBecameOf(parcels: readonly Parcel[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const parcel of parcels) {
    const { order, trackingNumber } = parcel;
    const now = await findOrder(order._id);
    const isDone = now?.status === 'Shipped' && (!trackingNumber || now.trackingNumber === trackingNumber);
    if (!isDone) results.push(resultOf(parcel, 'refused', new NotDoneError().message));
    else results.push(resultOf(parcel, order.status === 'Shipped' ? 'tracked' : 'shipped'));
  }
  return results;
}

/** Sends parcels and gives what became of each, once that is known; `keepalive`: also while the page goes. */
async function send({ parcels, keepalive }: { parcels: readonly Parcel[]; keepalive: boolean }) {
  const shipments = parcels.map(({ order, ...how }) => ({
    order: order._id,
    carrier: '',
    trackingNumber: '',
    ...how,
  }));
  try {
    return await new Promise<Result[]>((done, failed) => {
      void settle({
        what: sentWords(parcels),
        send: () => shipOrders(shipments, { keepalive }),
        find: () => whatBecameOf(parcels),
        done,
        failed,
      });
    });
  } catch (error) {
    return parcels.map((parcel) => resultOf(parcel, 'refused', failureText(error)));
  }
}

/** The parcels of one press on Ship: they wait for an undo, then the shop is sent them all with one call. */
export const shippingMachine = setup({
  types: {
    context: {} as {
      parcels: readonly Parcel[];
      due: number;
      keepalive: boolean;
      results: readonly Result[];
    },
    /** `leave`: the page closes or is left, so that what waits is sent now. */
    events: {} as { type: 'undo'; orderIds: readonly string[] } | { type: 'leave' },
    input: {} as { parcels: readonly Parcel[]; wait: number },
  },
  actors: { send: fromPromise<Result[], Parameters<typeof send>[0]>(({ input }) => send(input)) },
  delays: { untilDue: ({ context }) => context.due - Date.now() },
  guards: { isEmpty: ({ context }) => context.parcels.length === 0 },
}).createMachine({
  id: 'shipping',
  context: ({ input: { parcels, wait } }) => ({
    parcels,
    due: Date.now() + wait,
    keepalive: false,
    results: [],
  }),
  initial: 'waiting',
  states: {
    waiting: {
      always: { guard: 'isEmpty', target: 'undone' },
      after: { untilDue: 'sending' },
      on: {
        undo: {
          actions: assign({
            parcels: ({ context, event }) =>
              context.parcels.filter(({ order }) => !event.orderIds.includes(order._id)),
          }),
        },
        leave: { target: 'sending', actions: assign({ keepalive: true }) },
      },
    },
    sending: {
      invoke: {
        src: 'send',
        input: ({ context }) => context,
        onDone: { target: 'ended', actions: assign({ results: ({ event }) => event.output }) },
      },
    },
    ended: { type: 'final' },
    undone: { type: 'final' },
  },
});

/** The parcels of one press, as an actor. */
export type Batch = ActorRefFrom<typeof shippingMachine>;

/** Every parcel of the presses; of one that was shipped again, its last. */
export function shippingsOf(batches: readonly Batch[]): Shippings {
  const all = new Map<string, Shipping>();
  for (const batch of batches) {
    const { context, value } = batch.getSnapshot();
    for (const parcel of context.parcels) {
      const result = context.results.find(({ order }) => order === parcel.order._id);
      all.set(parcel.order._id, { parcel, progress: progressOf(value, context.due, result) });
    }
  }
  return all;
}

function progressOf(state: string, due: number, result: Result | undefined): Progress {
  if (state === 'waiting') return { is: 'waiting', due };
  if (state === 'sending') return { is: 'sending' };
  const { outcome = 'refused', code = null, detail = null } = result ?? {};
  if (outcome !== 'refused') return { is: outcome };
  return { is: 'refused', code, detail: detail ?? 'The shop did not answer.' };
}
