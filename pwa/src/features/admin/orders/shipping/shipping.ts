import type { ProblemCode, Shipment, ShipmentsAnswer } from '@karigar/bff/contracts';
import type { AnyOrder } from '../model/order-words.ts';

/** The most parcels that the shop takes with one call. */
export const mostAtOnce = 100;

/** A parcel that is to leave: its order as it was when somebody pressed Ship, and how it leaves. */
export interface Parcel<O extends AnyOrder = AnyOrder> extends Partial<Omit<Shipment, 'order'>> {
  order: O;
}

/** What became of one parcel, as the shop answers it. */
export type Result = ShipmentsAnswer['results'][number];

/** How far a parcel has come: `due` (ms since 1970) is when it is sent, `detail` says why it was refused, `code` which rule refused it. */
export type Progress =
  | { is: 'waiting'; due: number }
  | { is: 'sending' }
  | { is: Exclude<Result['outcome'], 'refused'> }
  | { is: 'refused'; code: ProblemCode | null; detail: string };

/** A parcel and how far it has come. */
export interface Shipping {
  parcel: Parcel;
  progress: Progress;
}

/** Every parcel of this page by the id of its order. */
export type Shippings = ReadonlyMap<string, Shipping>;

/** Whether a parcel may still be taken back. */
export const isWaiting = (shipping: Shipping | undefined): boolean => shipping?.progress.is === 'waiting';

/** Whether a parcel is on its way to be shipped, by this page. */
export const isUnderWay = (shipping: Shipping | undefined): boolean =>
  isWaiting(shipping) || shipping?.progress.is === 'sending';
