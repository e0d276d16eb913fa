import { useEffect, useReducer, useRef } from 'react';
import { shipOrders } from '../../../../shared/api/calls.ts';
import { failureText, NotDoneError } from '../../../../shared/api/failure.ts';
import { useBusy } from '../../../../shared/ui/busy.ts';
import { notifyFailure, notifyInfo, notifySuccess, offerUndo } from '../../../../shared/ui/toast.ts';
import { orNull } from '../../../../shared/writes/find-order.ts';
import { settle } from '../../../../shared/writes/settle.ts';
import type { Desk } from '../model/desk.ts';
import type { ShownOrder } from '../model/order.ts';
import type { OrderCache } from '../model/order-cache.ts';
import {
  endWords,
  isUnderWay,
  isWaiting,
  type Parcel,
  type Shipping,
  type Shippings,
  sentWords,
  undoneWords,
  waitingWords,
} from './shipping.ts';

/** How long (ms) a parcel can be taken back before it is sent to the shop. */
export const undoTime = 5_000;

/** Sends parcels with one call and gives what became of each, once that is known; `keepalive`: also while the page goes. */
async function send(parcels: readonly Parcel[], { read }: Desk, keepalive: boolean) {
  const refused = (parcel: Parcel, detail: string): Shipping => ({ ...parcel, is: 'refused', detail });
  const shipments = parcels.map(({ order, ...how }) => ({
    order: order._id,
    carrier: '',
    trackingNumber: '',
    ...how,
  }));
  try {
    return await settle<Shipping[]>({
      what: sentWords(parcels),
      async send() {
        const results = await shipOrders(shipments, { keepalive });
        return parcels.map((parcel) => {
          const result = results.find(({ order }) => order === parcel.order._id);
          if (result === undefined) return refused(parcel, 'The shop did not answer.');
          return { ...parcel, is: result.outcome, code: result.code, detail: result.detail ?? '' };
        });
      },
      async find() {
        const found: Shipping[] = [];
        for (const parcel of parcels) {
          const { order, trackingNumber } = parcel;
          const now = await orNull(read(order._id));
          const isDone =
            now?.status === 'Shipped' && (!trackingNumber || now.trackingNumber === trackingNumber);
          const is = order.status === 'Shipped' ? 'tracked' : 'shipped';
          found.push(isDone ? { ...parcel, is } : refused(parcel, new NotDoneError().message));
        }
        return found;
      },
    });
  } catch (error) {
    return parcels.map((parcel) => refused(parcel, failureText(error)));
  }
}

const tell = { good: notifySuccess, info: notifyInfo, bad: notifyFailure } as const;

/** The order as it is once its parcel has left, until the shop itself says more. */
const asShipped = ({ order, carrier, trackingNumber }: Parcel): ShownOrder => ({
  ...order,
  status: 'Shipped',
  shippedAt: new Date().toISOString(),
  carrier: carrier || order.carrier,
  trackingNumber: trackingNumber || order.trackingNumber,
});

/**
 * Ships orders after a time in which that can be undone: the parcels of one press wait, then the shop is sent them all with one call. What waits is
 * sent at once when the person leaves the list, looks away from the page or closes it.
 */
export function useShipping(desk: Desk, { put, refresh, readSoon }: OrderCache) {
  const shippings = useRef(new Map<string, Shipping>()).current;
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  /** Sends the parcels of each press that still wait. */
  const presses = useRef(new Set<(keepalive: boolean) => void>()).current;
  useBusy([...shippings.values()].some(isUnderWay));
  useEffect(() => {
    const leave = () => {
      for (const sendNow of presses) sendNow(true);
    };
    // A phone may end a page that is not looked at without another word.
    const hide = () => document.visibilityState === 'hidden' && leave();
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hide);
    return () => {
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hide);
      leave();
    };
  }, [presses]);

  const note = (each: readonly Shipping[]) => {
    for (const shipping of each) shippings.set(shipping.order._id, shipping);
    redraw();
  };
  /** Begins to ship, with one call for all; gives the parcels that now wait, without those that were under way already. */
  const begin = (parcels: readonly Parcel[], wait: number): readonly Parcel[] => {
    const due = Date.now() + wait;
    const fresh = parcels.filter(({ order }) => !isUnderWay(shippings.get(order._id)));
    const waiting = fresh.map((parcel): Shipping => ({ ...parcel, is: 'waiting', due }));
    const sendNow = async (keepalive: boolean) => {
      clearTimeout(timer);
      presses.delete(sendNow);
      // Not what was taken back, also where it waits anew.
      const left = fresh.filter(({ order }, at) => shippings.get(order._id) === waiting[at]);
      if (left.length === 0) return;
      note(left.map((parcel) => ({ ...parcel, is: 'sending' })));
      const ended = await send(left, desk, keepalive);
      note(ended);
      for (const shipping of ended) {
        if (shipping.is === 'shipped') put(shipping.order._id, asShipped(shipping));
        else void refresh(shipping.order._id);
      }
      const { text, tone } = endWords(ended);
      void tell[tone](text);
      readSoon();
    };
    const timer = setTimeout(() => void sendNow(false), wait);
    presses.add(sendNow);
    note(waiting);
    return fresh;
  };
  const drop = (orderIds: readonly string[]): void => {
    for (const id of orderIds) if (isWaiting(shippings.get(id))) shippings.delete(id);
    redraw();
  };
  /** Says so in the place of the offer, which may still be on the screen. */
  const undo = (orderIds: readonly string[]): void => {
    const meant = orderIds.flatMap((id) => shippings.get(id) ?? []);
    const undone = meant.filter(isWaiting);
    drop(orderIds);
    if (undone.length > 0) notifyInfo(undoneWords(undone));
    else if (meant.some(isUnderWay)) notifyInfo('Too late to undo. The order is already being shipped.');
  };
  return {
    shippings: shippings as Shippings,
    /** The orders that wait and may be taken back. */
    waiting: [...shippings.values()].filter(isWaiting),
    ship(parcels: readonly Parcel[]): void {
      const hasLeft = ({ order }: Parcel) => order.status === 'Shipped';
      // For a parcel that has left only its tracking is saved, which needs no undo.
      begin(parcels.filter(hasLeft), 0);
      const waiting = begin(
        parcels.filter((parcel) => !hasLeft(parcel)),
        undoTime,
      );
      if (waiting.length === 0) return;
      offerUndo(waitingWords(waiting), () => undo(waiting.map(({ order }) => order._id)), undoTime);
    },
    /** Sends at once what changes nothing where it was sent before. */
    shipAgain: (order: ShownOrder) => void begin([{ order }], 0),
    undo,
    /** Takes waiting parcels back without a word: they left or ended elsewhere. */
    drop,
  };
}

/** What a page can do about shipping. */
export type ShippingWork = ReturnType<typeof useShipping>;
