import type { Order } from '@karigar/bff/contracts';
import { useEffect, useState } from 'react';
import { createActor, type EventFromLogic } from 'xstate';
import { useBusy } from '../../../../shared/ui/busy.ts';
import { notifyFailure, notifyInfo, notifySuccess, offerUndo } from '../../../../shared/ui/toast.ts';
import type { OrderCache } from '../model/order-cache.ts';
import { isUnderWay, isWaiting, mostAtOnce, type Parcel, type Shipping, type Shippings } from './shipping.ts';
import { type Batch, shippingMachine, shippingsOf, undoTime } from './shipping-machine.ts';
import { endWords, undoneWords, waitingWords } from './shipping-words.ts';

const tell = { good: notifySuccess, info: notifyInfo, bad: notifyFailure } as const;

/** The order as it is once its parcel has left, until the shop itself says more. */
const asShipped = ({ order, carrier, trackingNumber }: Parcel): Order => ({
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
 * Ships orders after a time in which that can be undone. What waits is sent at once when the admin leaves the list, looks away from the page or closes
 * it. `refresh` reads an order of which the shop knows more than this page.
 */
export function useShipping(
  { put, readSoon }: Pick<OrderCache, 'put' | 'readSoon'>,
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
      if (progress.is === 'shipped') put(parcel.order._id, asShipped(parcel));
      else void refresh(parcel.order._id);
    }
    const { text, tone } = endWords(ended);
    void tell[tone](text);
    readSoon();
  };
  /** Begins to ship; gives the parcels that now wait, without those that were under way already. */
  const begin = (parcels: readonly Parcel[], wait: number): Parcel[] => {
    const known = shippingsOf(batches);
    const fresh = parcels.filter(({ order }) => !isUnderWay(known.get(order._id)));
    for (let at = 0; at < fresh.length; at += mostAtOnce) {
      const batch = createActor(shippingMachine, {
        input: { parcels: fresh.slice(at, at + mostAtOnce), wait },
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
    if (undone.length > 0) void notifyInfo(undoneWords(parcelsOf(undone)));
    else if (meant.some(isUnderWay)) void notifyInfo('Too late to undo. The order is already being shipped.');
  };
  const ship = (parcels: readonly Parcel[]): void => {
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
    void offerUndo(waitingWords(waiting), () => undo(orderIds), undoTime);
  };
  return {
    shippings,
    /** The orders that wait and may be taken back. */
    waiting: [...shippings.values()].filter(isWaiting),
    ship,
    /** Sends at once what changes nothing where it was sent before. */
    shipAgain: (order: Order) => void begin([{ order }], 0),
    undo,
    /** Takes waiting parcels back without a word: they left or ended elsewhere. */
    drop,
  };
}
