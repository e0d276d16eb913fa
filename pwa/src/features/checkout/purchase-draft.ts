import type { Order, Profile, Tool } from '@karigar/bff/contracts';
import { messages } from '../../shared/messages.ts';
import type { OrderWork } from '../../shared/saved/outbox-entry.ts';
import { requiredText } from '../../shared/ui/text-rules.ts';

/** What a person types on the purchase page; the quantity as typed. */
export interface PurchaseDraft {
  address: string;
  city: string;
  zip: string;
  quantity: string;
}

/** Where an order goes. */
export type Destination = Pick<PurchaseDraft, 'address' | 'city' | 'zip'>;

/**
 * Chooses what the form begins with: the saved draft as it is; else the last order's destination; else city and zip of the
 * profile. Nobody types again what the shop knows.
 */
export function firstValues(
  draft: Partial<PurchaseDraft> | null | undefined,
  lastOrder: Destination | undefined,
  profile: Pick<Profile, 'city' | 'zip'> | null | undefined,
): Destination {
  if (draft?.address || draft?.city || draft?.zip) {
    return { address: draft.address ?? '', city: draft.city ?? '', zip: draft.zip ?? '' };
  }
  if (lastOrder) return { address: lastOrder.address, city: lastOrder.city, zip: lastOrder.zip };
  return { address: '', city: profile?.city ?? '', zip: profile?.zip ?? '' };
}

/** Tells whether two destinations are the same to the letter. */
export const isSameDestination = (one: Destination, other: Destination): boolean =>
  one.address === other.address && one.city === other.city && one.zip === other.zip;

/** Finds the newest of a person's orders, whatever their order in the list. */
export const newestOrder = (orders: readonly Order[]): Order | undefined =>
  orders.reduce<Order | undefined>(
    (newest, order) => (newest === undefined || order.createdAt > newest.createdAt ? order : newest),
    undefined,
  );

/** Makes the work that is sent of what is typed; `unitPrice` is the price (whole dollars) that the person saw. */
export const orderWork = (
  tool: Tool,
  { email, name }: { email: string; name: string },
  { address, city, zip }: Destination,
  { quantity, unitPrice }: { quantity: number; unitPrice: number },
): OrderWork => ({
  kind: 'order',
  picture: tool.image,
  order: {
    toolId: tool._id,
    toolsName: tool.name,
    email,
    name,
    address: address.trim(),
    city: city.trim(),
    zip: zip.trim(),
    quantity,
    unitPrice,
  },
});

/** Rules of the destination, with the lengths that the server takes. */
export const destinationRules = {
  address: requiredText(messages.purchase.addressRequired, 300),
  city: requiredText(messages.purchase.cityRequired, 120),
  zip: requiredText(messages.purchase.zipRequired, 20),
};
