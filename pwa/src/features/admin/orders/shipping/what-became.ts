import type { Order, ShipmentsAnswer } from '@karigar/bff/contracts';
import { NotDoneError } from '../../../../shared/api/failure.ts';
import { findOrder } from '../../../../shared/writes/find-order.ts';
import type { Parcel } from './shipping.ts';

type Result = ShipmentsAnswer['results'][number];

const outcomeOf = ({ order, trackingNumber }: Parcel, now: Order | null): Result['outcome'] => {
  const isTracked = !trackingNumber || now?.trackingNumber === trackingNumber;
  if (now?.status !== 'Shipped' || !isTracked) return 'refused';
  return order.status === 'Shipped' ? 'tracked' : 'shipped';
};

/** Reads what became of parcels whose sending was not answered. Throws ApiProblem or NoAnswerError. */
export async function whatBecameOf(parcels: readonly Parcel[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const parcel of parcels) {
    const id = parcel.order._id;
    const outcome = outcomeOf(parcel, await findOrder(id));
    const detail = outcome === 'refused' ? new NotDoneError().message : null;
    results.push({ order: id, id, number: parcel.order.number, outcome, code: null, detail });
  }
  return results;
}
