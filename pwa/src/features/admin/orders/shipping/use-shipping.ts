import { useEffect, useState } from 'react';
import { type ActorRefFrom, assign, createActor, type EventFromLogic, fromPromise, setup } from 'xstate';
import { useBusy } from '../../../../shared/ui/busy.ts';
import { notifyFailure, notifyInfo, notifySuccess, offerUndo } from '../../../../shared/ui/toast.ts';
import type { OrderCache } from '../model/order-cache.ts';
import type { OrderSource } from '../model/order-source.ts';
import type { AnyOrder } from '../model/order-words.ts';
import { type Sending, send } from './send-parcels.ts';
import {
  isUnderWay,
  isWaiting,
  mostAtOnce,
  type Parcel,
  type Progress,
  type Result,
  type Shipping,
  type Shippings,
} from './shipping.ts';
import { endWords, undoneWords, waitingWords } from './shipping-words.ts';

/** How long (ms) a parcel can be taken back before it is sent to the shop. */
export const undoTime = 5_000;

/** The parcels of one press on Ship: they wait for an undo, then the shop is sent them all with one call. */
const shippingMachine = setup({
  types: {
    context: {} as Sending & {
      due: number;
      keepalive: boolean;
      results: readonly Result[];
    },
    /** `leave`: the page closes or is left, so that what waits is sent now. */
    events: {} as { type: 'undo'; orderIds: readonly string[] } | { type: 'leave' },
    input: {} as Sending & { wait: number },
  },
  actors: { send: fromPromise<Result[], Parameters<typeof send>[0]>(({ input }) => send(input)) },
  delays: { untilDue: ({ context }) => context.due - Date.now() },
  guards: { isEmpty: ({ context }) => context.parcels.length === 0 },
}).createMachine({
  id: 'shipping',
  context: ({ input: { wait, ...sending } }) => ({
    ...sending,
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
type Batch = ActorRefFrom<typeof shippingMachine>;

/** Every parcel of the presses; of one that was shipped again, its last. */
function shippingsOf(batches: readonly Batch[]): Shippings {
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

const tell = { good: notifySuccess, info: notifyInfo, bad: notifyFailure } as const;

/** The order as it is once its parcel has left, until the shop itself says more. */
const asShipped = <O extends AnyOrder>({ order, carrier, trackingNumber }: Parcel<O>): O => ({
  ...order,
  status: 'Shipped',
  shippedAt: new Date().toISOString(),
  carrier: carrier || order.carrier,
  trackingNumber: trackingNumber || order.trackingNumber,
});

const parcelsOf = (shippings: readonly Shipping[]): Parcel[] => shippings.map(({ parcel }) => parcel);

/** Sends an event to the presses that still wait. */
function sendTo(batches: readonly Batch[], event: EventFromLogic<typeof shippingMachine>): void {
  for (const batch of batches) if (batch.getSnapshot().matches('waiting')) batch.send(event);
}

/**
 * Ships orders after a time in which that can be undone. What waits is sent at once when the person leaves the list, looks away from the page or closes
 * it. `refresh` reads an order of which the shop knows more than this page.
 */
export function useShipping<O extends AnyOrder>(
  { read }: Pick<OrderSource<O>, 'read'>,
  { put, readSoon }: Pick<OrderCache<O>, 'put' | 'readSoon'>,
  refresh: (orderId: string) => Promise<void>,
) {
  const [batches] = useState<Batch[]>([]);
  const [shippings, setShippings] = useState<Shippings>(new Map());
  useBusy('form', [...shippings.values()].some(isUnderWay));
  useEffect(() => {
    const leave = () => sendTo(batches, { type: 'leave' });
    // A phone may end a page that is not looked at without another word.
    const hide = () => document.visibilityState === 'hidden' && leave();
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hide);
    return () => {
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hide);
      leave();
    };
  }, [batches]);

  const end = (batch: Batch) => {
    const ended = [...shippingsOf([batch]).values()];
    for (const { parcel, progress } of ended) {
      if (progress.is === 'shipped') put(parcel.order._id, asShipped(parcel as Parcel<O>));
      else void refresh(parcel.order._id);
    }
    const { text, tone } = endWords(ended);
    void tell[tone](text);
    readSoon();
  };
  /** Begins to ship; gives the parcels that now wait, without those that were under way already. */
  const begin = (parcels: readonly Parcel<O>[], wait: number): Parcel[] => {
    const known = shippingsOf(batches);
    const fresh = parcels.filter(({ order }) => !isUnderWay(known.get(order._id)));
    for (let at = 0; at < fresh.length; at += mostAtOnce) {
      const batch = createActor(shippingMachine, {
        input: { parcels: fresh.slice(at, at + mostAtOnce), read, wait },
      });
      batches.push(batch);
      batch.subscribe((snapshot) => {
        setShippings(shippingsOf(batches));
        if (snapshot.matches('ended')) end(batch);
      });
      batch.start();
    }
    setShippings(shippingsOf(batches));
    return fresh;
  };
  const drop = (orderIds: readonly string[]): void => sendTo(batches, { type: 'undo', orderIds });
  /** Says so in the place of the offer, which may still be on the screen. */
  const undo = (orderIds: readonly string[]): void => {
    const meant = orderIds.flatMap((id) => shippingsOf(batches).get(id) ?? []);
    const undone = meant.filter(isWaiting);
    drop(orderIds);
    if (undone.length > 0) notifyInfo(undoneWords(parcelsOf(undone)));
    else if (meant.some(isUnderWay)) notifyInfo('Too late to undo. The order is already being shipped.');
  };
  const ship = (parcels: readonly Parcel<O>[]): void => {
    // For a parcel that has left only its tracking is saved, which needs no undo.
    begin(
      parcels.filter(({ order }) => order.status === 'Shipped'),
      0,
    );
    const waiting = begin(
      parcels.filter(({ order }) => order.status !== 'Shipped'),
      undoTime,
    );
    if (waiting.length === 0) return;
    const orderIds = waiting.map(({ order }) => order._id);
    offerUndo(waitingWords(waiting), () => undo(orderIds), undoTime);
  };
  return {
    shippings,
    /** The orders that wait and may be taken back. */
    waiting: [...shippings.values()].filter(isWaiting),
    ship,
    /** Sends at once what changes nothing where it was sent before. */
    shipAgain: (order: O) => void begin([{ order }], 0),
    undo,
    /** Takes waiting parcels back without a word: they left or ended elsewhere. */
    drop,
  };
}

/** The shipping of a page whose orders are of this kind. */
export type ShippingOf<O extends AnyOrder> = ReturnType<typeof useShipping<O>>;
