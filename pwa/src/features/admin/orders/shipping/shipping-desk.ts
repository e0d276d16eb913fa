import type { ShipmentsAnswer } from '@karigar/bff/contracts';
import { createStore, type Store } from '../../../../shared/store.ts';
import {
  isWaiting,
  nextShippings,
  type Parcel,
  type Shipping,
  type ShippingEvent,
  type Shippings,
  shippingsOf,
} from './shipping.ts';

/** How long (ms) a parcel can be taken back before the shop hears of it. */
export const undoTime = 5_000;
/** The most parcels that the shop takes with one call. */
const mostAtOnce = 100;

/** What the desk needs from outside. */
export interface DeskPorts {
  /** Sends parcels; `keepalive`: also while the page goes. Throws what the call throws. */
  send(parcels: readonly Parcel[], options: { keepalive: boolean }): Promise<ShipmentsAnswer['results']>;
  /** Puts a failure into words. */
  wordsOf(error: unknown): string;
  /** Hears how the parcels of one sending ended; none of them waits or is under way any more. */
  onEnded(ended: readonly Shipping[]): void;
}

/** Lets parcels wait for an undo, then sends them: all of one press together. */
export interface ShippingDesk {
  shippings: Store<Shippings>;
  /** Begins to ship; gives the parcels that now wait, without those that were under way already. `wait` in ms. */
  ship(parcels: readonly Parcel[], wait?: number): Shipping[];
  /** Takes waiting parcels back. */
  undo(orderIds: readonly string[]): void;
  /** Sends everything that waits, now: the page closes or is left. */
  sendAll(options: { keepalive: boolean }): void;
}

const partsOf = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));

/** Opens a desk of its own for one list. */
export function createShippingDesk({ send, wordsOf, onEnded }: DeskPorts): ShippingDesk {
  const shippings = createStore<Shippings>(new Map());
  let batches = 0;
  const apply = (event: ShippingEvent) => shippings.set(nextShippings(shippings.get(), event));

  const sendPart = async (part: readonly Shipping[], keepalive: boolean): Promise<void> => {
    const orderIds = part.map(({ parcel }) => parcel.order._id);
    apply({ type: 'send', orderIds });
    try {
      const results = await send(
        part.map(({ parcel }) => parcel),
        { keepalive },
      );
      apply({ type: 'answer', results });
      apply({ type: 'silence', orderIds, detail: 'The shop did not answer.' });
    } catch (error) {
      apply({ type: 'silence', orderIds, detail: wordsOf(error) });
    }
    const now = shippings.get();
    onEnded(orderIds.flatMap((id) => now.get(id) ?? []));
  };
  const sendThose = (fits: (one: Shipping) => boolean, keepalive: boolean) => {
    const waiting = shippingsOf(shippings.get(), (one) => isWaiting(one) && fits(one));
    for (const part of partsOf(waiting, mostAtOnce)) void sendPart(part, keepalive);
  };

  return {
    shippings,
    ship(parcels, wait = undoTime) {
      batches += 1;
      const batch = batches;
      apply({ type: 'ship', parcels, batch, due: Date.now() + wait });
      setTimeout(() => sendThose((one) => one.batch === batch, false), wait);
      return shippingsOf(shippings.get(), (one) => one.batch === batch);
    },
    undo: (orderIds) => apply({ type: 'undo', orderIds }),
    sendAll: ({ keepalive }) => sendThose(() => true, keepalive),
  };
}
