import { ReadModelDamagedError } from '../log/log-errors.ts';
import { isSettled, type OrderState, type SettledOrder } from '../orders/order-state.ts';
import { type Offers, storedOffer } from './offer.ts';

type SettledStatus = SettledOrder['status'];

/** What few settled orders have, by name. */
type Rest = Omit<SettledOrder, 'status' | 'sale' | 'transactionId' | 'paidIn' | 'shippedIn'>;

/** The fields of a settled order without their names, which would take as much memory as the values. */
type SettledFields = readonly [
  status: string,
  /** Name of the offer. The first two have this place, because `offerRefIn` looks for it there. */
  offer: string,
  unitPrice: number,
  quantity: number,
  price: number,
  uid: string,
  person: SettledOrder['sale']['person'],
  transactionId: string,
  paidIn: number,
  shippedIn: number | null,
  rest?: Rest,
];

/**
 * Encodes what an order is, as JSON. Nearly all orders of a shop are settled: of these it is a list of fields, with the offer by
 * its name. Of another it is the state as it is, so that a new order holds the data of its event.
 */
export function encodeState(state: OrderState): string {
  return JSON.stringify(isSettled(state) ? fieldsOf(state) : state);
}

function fieldsOf(state: SettledOrder): SettledFields {
  const { status, sale, transactionId, paidIn, shippedIn = null, ...rest } = { shippedIn: null, ...state };
  const { unitPrice, quantity, price, uid, person } = sale;
  const { ref } = storedOffer(sale);
  const common = [unitPrice, quantity, price, uid, person, transactionId, paidIn, shippedIn] as const;
  const fields = [status.charAt(0), ref, ...common] as const;
  return Object.keys(rest).length === 0 ? fields : [...fields, rest];
}

const statuses: ReadonlyMap<string, SettledStatus> = new Map([
  ['p', 'paid'],
  ['s', 'shipped'],
  ['r', 'refunded'],
]);

/** Decodes what `encodeState` has made; throws ReadModelDamagedError for anything else and for an offer that is not among these. */
export function decodeState(json: string, offers: Offers): OrderState {
  const value = parsed(json);
  if (!Array.isArray(value)) return value as OrderState;
  const [letter, ref, unitPrice, quantity, price, uid, person, transactionId, paidIn, shippedIn, rest] =
    value as unknown as SettledFields;
  const status = statuses.get(letter);
  if (status === undefined) throw new ReadModelDamagedError('A stored order is of no known status');
  const offer = offers.get(ref);
  if (offer === undefined)
    throw new ReadModelDamagedError(`The offer ${ref} of a stored order is lost or damaged`);
  const sale = { ...offer, unitPrice, quantity, price, uid, person };
  const settled = { sale, transactionId, paidIn, ...rest };
  return (status === 'paid' ? { status, ...settled } : { status, shippedIn, ...settled }) as SettledOrder;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new ReadModelDamagedError('The state of a stored order must be JSON');
  }
}

const settledStart = /^[^\n]*\n\s*\[\s*"[prs]"\s*,\s*"([\w-]{12})"/;

/** Finds the name of the offer in the stored text of an order; null for one that holds all of its sale itself. */
export function offerRefIn(stored: string): string | null {
  return settledStart.exec(stored)?.[1] ?? null;
}
