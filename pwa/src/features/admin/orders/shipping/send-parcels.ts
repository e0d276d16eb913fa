import { shipOrders } from '../../../../shared/api/calls.ts';
import { failureText, NotDoneError } from '../../../../shared/api/failure.ts';
import { orNull } from '../../../../shared/writes/find-order.ts';
import { settle } from '../../../../shared/writes/settle.ts';
import type { OrderSource } from '../model/order-source.ts';
import type { AnyOrder } from '../model/order-words.ts';
import type { Parcel, Result } from './shipping.ts';
import { sentWords } from './shipping-words.ts';

const resultOf = ({ order }: Parcel, outcome: Result['outcome'], detail: string | null = null): Result => ({
  order: order._id,
  id: order._id,
  number: order.number,
  outcome,
  code: null,
  detail,
});

/** What is sent with one call; `read` reads one of its orders again. */
export interface Sending {
  parcels: readonly Parcel[];
  read: OrderSource<AnyOrder>['read'];
}

/** Reads what became of parcels whose sending was not answered. Throws ApiProblem or NoAnswerError. */
async function whatBecameOf({ parcels, read }: Sending): Promise<Result[]> {
  const results: Result[] = [];
  for (const parcel of parcels) {
    const { order, trackingNumber } = parcel;
    const now = await orNull(read(order._id));
    const isDone = now?.status === 'Shipped' && (!trackingNumber || now.trackingNumber === trackingNumber);
    if (!isDone) results.push(resultOf(parcel, 'refused', new NotDoneError().message));
    else results.push(resultOf(parcel, order.status === 'Shipped' ? 'tracked' : 'shipped'));
  }
  return results;
}

/** Sends parcels and gives what became of each, once that is known; `keepalive`: also while the page goes. */
export async function send({ keepalive, ...sending }: Sending & { keepalive: boolean }) {
  const { parcels } = sending;
  const shipments = parcels.map(({ order, ...how }) => ({
    order: order._id,
    carrier: '',
    trackingNumber: '',
    ...how,
  }));
  try {
    return await settle<Result[]>({
      what: sentWords(parcels),
      send: () => shipOrders(shipments, { keepalive }),
      find: () => whatBecameOf(sending),
    });
  } catch (error) {
    return parcels.map((parcel) => resultOf(parcel, 'refused', failureText(error)));
  }
}
