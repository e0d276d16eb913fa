import type { Order } from '@karigar/bff/contracts';
import { longest, oneLine, plainCode } from '@karigar/bff/written-text';
import { optionalTelephone, requiredText } from '../fields/text-rules.ts';
import { messages } from '../messages.ts';

/** Where an order goes; `phone` is empty when none is given. */
export type Destination = Pick<Order, 'address' | 'city' | 'zip' | 'phone'>;

/** Who receives a parcel, and where. */
export type Delivery = Destination & Pick<Order, 'name'>;

/** Tells whether an order's parcel has still to leave, paid or not, so that it can be corrected. */
export const isToBeShipped = (order: Order): boolean =>
  order.status !== 'Shipped' && order.refund?.whole !== true;

/** Rules of a destination's fields, with the lengths that the server takes. */
export const destinationRules = {
  address: requiredText(messages.purchase.addressRequired, longest.address),
  city: requiredText(messages.purchase.cityRequired, longest.city),
  zip: (typed: string) =>
    requiredText(messages.purchase.zipRequired, longest.zip, plainCode)(typed) ??
    (/\d/.test(plainCode(typed)) ? null : 'Enter a zip code such as 1215'),
  phone: optionalTelephone,
};

/** Rules of a delivery's fields: a parcel without a name cannot be delivered. */
export const deliveryRules = {
  name: requiredText(messages.auth.nameRequired, longest.name),
  ...destinationRules,
};

/** What the fields are called, for forms and sentences. */
export const deliveryLabels: Readonly<Record<keyof Delivery, string>> = {
  name: 'Name',
  address: 'Address',
  city: 'City',
  zip: 'Zip Code',
  phone: 'Phone',
};

/** Cleans what was typed, as the shop does. */
export function cleaned<T extends Destination>(typed: T): T {
  const { address, city, zip, phone } = typed;
  return {
    ...typed,
    address: oneLine(address),
    city: oneLine(city),
    zip: plainCode(zip),
    phone: plainCode(phone),
  };
}

/** Tells whether two destinations are the same to the letter. */
export const isSameDestination = (one: Destination, other: Destination): boolean =>
  (['address', 'city', 'zip', 'phone'] as const).every((field) => one[field] === other[field]);
