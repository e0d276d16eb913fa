import type { Order } from '@karigar/bff/contracts';
import { useEffect, useRef, useState } from 'react';
import { shipOrders } from '../../../../shared/api/calls.ts';
import { failureText } from '../../../../shared/api/failure.ts';
import { useStore } from '../../../../shared/store.ts';
import { useBusy } from '../../../../shared/ui/busy.ts';
import { notifyFailure, notifyInfo, notifySuccess, offerUndo } from '../../../../shared/ui/toast.ts';
import { settle } from '../../../../shared/writes/settle.ts';
import { isUnderWay, isWaiting, type Parcel, type Shipping, shipmentOf, shippingsOf } from './shipping.ts';
import { createShippingDesk, undoTime } from './shipping-desk.ts';
import { endWords, sentWords, undoneWords, waitingWords } from './shipping-words.ts';
import { whatBecameOf } from './what-became.ts';

const tell = { good: notifySuccess, info: notifyInfo, bad: notifyFailure } as const;

/** The order as it is once its parcel has left, until the shop itself says more. */
const asShipped = ({ order, carrier, trackingNumber }: Parcel): Order => ({
  ...order,
  status: 'Shipped',
  shippedAt: new Date().toISOString(),
  carrier: typeof carrier === 'string' && carrier !== '' ? carrier : order.carrier,
  trackingNumber:
    typeof trackingNumber === 'string' && trackingNumber !== '' ? trackingNumber : order.trackingNumber,
});

/**
 * Ships orders after a time in which that can be undone; whoever leaves the list, looks away from the page or closes it sends what waits. `onShipped` hears an order's
 * new state, `onUnknown` an order (id) of which the shop knows more than this page, `onEnded` that a sending is over.
 */
export function useShipping(
  on: Readonly<{
    onShipped: (order: Order) => void;
    onUnknown: (orderId: string) => void;
    onEnded: () => void;
  }>,
) {
  const listeners = useRef(on);
  useEffect(() => {
    listeners.current = on;
  });
  const [desk] = useState(() =>
    createShippingDesk({
      send: (parcels, options) =>
        new Promise((resolve, reject) => {
          void settle({
            what: sentWords(parcels),
            send: () => shipOrders(parcels.map(shipmentOf), options),
            find: () => whatBecameOf(parcels),
            done: resolve,
            failed: reject,
          });
        }),
      wordsOf: failureText,
      onEnded(ended: readonly Shipping[]) {
        for (const { parcel, progress } of ended) {
          if (progress.is === 'shipped' && !progress.already) listeners.current.onShipped(asShipped(parcel));
          else listeners.current.onUnknown(parcel.order._id);
        }
        const { text, tone } = endWords(ended);
        void tell[tone](text);
        listeners.current.onEnded();
      },
    }),
  );
  const shippings = useStore(desk.shippings);
  useBusy('form', [...shippings.values()].some(isUnderWay));
  useEffect(() => {
    const leave = () => desk.sendAll({ keepalive: true });
    // A phone may end a page that is not looked at without another word.
    const hide = () => document.visibilityState === 'hidden' && leave();
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hide);
    return () => {
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hide);
      leave();
    };
  }, [desk]);

  /** Says so in the place of the offer, which may still be on the screen. */
  const undo = (orderIds: readonly string[]): void => {
    const meant = shippingsOf(desk.shippings.get(), ({ parcel }) => orderIds.includes(parcel.order._id));
    const undone = meant.filter(isWaiting);
    desk.undo(orderIds);
    if (undone.length > 0) void notifyInfo(undoneWords(undone.map(({ parcel }) => parcel)));
    else if (meant.some(isUnderWay)) void notifyInfo('Too late to undo. The order is already being shipped.');
  };
  const ship = (parcels: readonly Parcel[]): void => {
    // Of a parcel that has left only its tracking is saved, which nobody needs to take back.
    const left = parcels.filter(({ order }) => order.status === 'Shipped');
    if (left.length > 0) desk.ship(left, 0);
    const waiting = desk.ship(parcels.filter(({ order }) => order.status !== 'Shipped'));
    if (waiting.length === 0) return;
    void offerUndo(
      waitingWords(waiting.map(({ parcel }) => parcel)),
      () => undo(waiting.map(({ parcel }) => parcel.order._id)),
      undoTime,
    );
  };
  return {
    shippings,
    /** The orders that wait and may be taken back. */
    waiting: shippingsOf(shippings, isWaiting),
    ship,
    /** Sends at once what changes nothing where it was sent before. */
    shipAgain: (order: Order) => void desk.ship([{ order }], 0),
    undo,
    /** Takes waiting parcels back without a word: they left or ended elsewhere. */
    drop: desk.undo,
  };
}
