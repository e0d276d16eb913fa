import type { Order, ProblemCode, Shipment, ShipmentsAnswer } from '@karigar/bff/contracts';

/** A parcel that is to leave: its order as it was when somebody pressed Ship, and how it leaves. */
export interface Parcel extends Partial<Omit<Shipment, 'order'>> {
  order: Order;
}

/** What the shop is sent of a parcel. */
export const shipmentOf = ({ order, ...how }: Parcel): Shipment => ({
  order: order._id,
  carrier: '',
  trackingNumber: '',
  ...how,
});

/**
 * How far a shipping has come. `due` (ms since 1970) is when a waiting one is sent; `already` tells that it had left before, `tracked` that only
 * carrier or number are new; `detail`
 * says why one was refused, `code` which rule refused it (null: nobody knows what became of it).
 */
export type Progress =
  | { is: 'waiting'; due: number }
  | { is: 'sending' }
  | { is: 'shipped'; already: boolean; tracked?: boolean }
  | { is: 'refused'; code: ProblemCode | null; detail: string };

/** What is known of one parcel; `batch` counts the presses on Ship, so that all of one press are undone together. */
export interface Shipping {
  parcel: Parcel;
  batch: number;
  progress: Progress;
}

/** Every parcel of this page by the id of its order, in the order of the presses. */
export type Shippings = ReadonlyMap<string, Shipping>;

export type ShippingEvent =
  | { type: 'ship'; parcels: readonly Parcel[]; batch: number; due: number }
  | { type: 'undo'; orderIds: readonly string[] }
  | { type: 'send'; orderIds: readonly string[] }
  | { type: 'answer'; results: ShipmentsAnswer['results'] }
  | { type: 'silence'; orderIds: readonly string[]; detail: string };

/** Whether a parcel may still be taken back. */
export const isWaiting = ({ progress }: Shipping): boolean => progress.is === 'waiting';

/** Whether a parcel is on its way to be shipped, by this page. */
export const isUnderWay = (shipping: Shipping | undefined): boolean =>
  shipping !== undefined && (shipping.progress.is === 'waiting' || shipping.progress.is === 'sending');

/** The parcels that fit, in the order of the presses. */
export const shippingsOf = (all: Shippings, fits: (one: Shipping) => boolean): Shipping[] =>
  [...all.values()].filter(fits);

function outcomeOf({ outcome, code, detail }: ShipmentsAnswer['results'][number]): Progress {
  if (outcome === 'refused') return { is: 'refused', code, detail: detail ?? 'The shop refused it.' };
  if (outcome === 'tracked') return { is: 'shipped', already: true, tracked: true };
  return { is: 'shipped', already: outcome === 'unchanged' };
}

/**
 * What becomes of parcels: `ship` makes them wait unless they are under way already, `undo` takes waiting ones back, `send` lets waiting ones
 * go, `answer` and `silence` end those that are sent.
 */
export function nextShippings(all: Shippings, event: ShippingEvent): Shippings {
  const next = new Map(all);
  const move = (orderId: string, from: Progress['is'], progress: Progress) => {
    const held = next.get(orderId);
    if (held?.progress.is === from) next.set(orderId, { ...held, progress });
  };
  switch (event.type) {
    case 'ship':
      for (const parcel of event.parcels) {
        if (isUnderWay(next.get(parcel.order._id))) continue;
        next.delete(parcel.order._id);
        next.set(parcel.order._id, {
          parcel,
          batch: event.batch,
          progress: { is: 'waiting', due: event.due },
        });
      }
      return next;
    case 'undo':
      for (const orderId of event.orderIds) {
        const held = next.get(orderId);
        if (held !== undefined && isWaiting(held)) next.delete(orderId);
      }
      return next;
    case 'send':
      for (const orderId of event.orderIds) move(orderId, 'waiting', { is: 'sending' });
      return next;
    case 'answer':
      for (const result of event.results) move(result.order, 'sending', outcomeOf(result));
      return next;
    case 'silence':
      for (const orderId of event.orderIds) {
        move(orderId, 'sending', { is: 'refused', code: null, detail: event.detail });
      }
      return next;
  }
}
