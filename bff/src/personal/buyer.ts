import type { OrderDocument } from '@karigar/events';
import { type Personal, whereKeyIsMissing } from './personal.ts';

/** Who buys, and where the parcel goes. */
export interface Buyer {
  email: string;
  name: string;
  address: string;
  city: string;
  zip: string;
  /** Empty where none was given. */
  phone: string;
}

/** A buyer who may have given no telephone. */
export type BuyerToSeal = Omit<Buyer, 'phone'> & { phone?: string };

/** Reads a buyer as an order holds them: the names of the fields would make up a fifth of each order's event and document. */
const buyerOf = ([
  email = '',
  name = '',
  address = '',
  city = '',
  zip = '',
  phone = '',
]: readonly string[]): Buyer => ({
  email,
  name,
  address,
  city,
  zip,
  phone,
});

/** Stands in the place of a person who was erased. */
const erasedBuyer: Buyer = { email: '', name: 'Erased customer', address: '', city: '', zip: '', phone: '' };

/** Stands in the place of a person whose key is missing right now, in lists. */
const unreadableBuyer: Buyer = { ...erasedBuyer, name: 'Not readable right now' };

/** What the seal of an order's person is bound to, that of a correction too: moved to another order it does not open. */
const contextOf = (orderId: string): string => `order.created/1 ${orderId}`;

/** Seals the person of an order with the key of their account. Throws `ProblemError` PERSON_ERASED and KEY_MISSING. */
export function sealBuyer(
  personal: Personal,
  uid: string,
  orderId: string,
  { email, name, address, city, zip, phone = '' }: BuyerToSeal,
): Promise<string> {
  return personal.sealFor(uid, contextOf(orderId), [email, name, address, city, zip, ...(phone && [phone])]);
}

/** Opens what {@link sealBuyer} made; 'erased' when the person was erased. Throws ProblemError KEY_MISSING. */
export async function findBuyer(
  personal: Pick<Personal, 'openFor'>,
  { id, uid, person }: Pick<OrderDocument, 'id' | 'uid' | 'person'>,
): Promise<Buyer | 'erased'> {
  // Sealed by this shop, and not changed since: the seal says so.
  const opened = await personal.openFor<readonly string[]>(uid, contextOf(id), person);
  return opened === 'erased' ? opened : buyerOf(opened);
}

/** An order with its person, as screens show it. */
export type OpenedOrder = OrderDocument & Buyer;

/** Opens the person of one order. Throws ProblemError KEY_MISSING. */
export async function openOrder(personal: Personal, order: OrderDocument): Promise<OpenedOrder> {
  const opened = await findBuyer(personal, order);
  return { ...order, ...(opened === 'erased' ? erasedBuyer : opened) };
}

/** Opens the persons of several orders. A missing key raises the alarm and leaves the other orders readable. */
export const openOrders = (personal: Personal, orders: readonly OrderDocument[]): Promise<OpenedOrder[]> =>
  Promise.all(
    orders.map((order) =>
      openOrder(personal, order).catch(whereKeyIsMissing({ ...order, ...unreadableBuyer })),
    ),
  );
