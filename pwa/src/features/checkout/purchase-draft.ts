import type { Profile, Tool } from '@karigar/bff/contracts';
import { cleaned, type Destination } from '../../shared/delivery/delivery-rules.ts';
import { optionalTelephone } from '../../shared/fields/text-rules.ts';
import type { OrderWork } from '../../shared/saved/outbox-entry.ts';

/** Tells whether a draft says where the order goes; one that was made by the quantity alone does not. */
const hasDestination = (draft: Destination | null): draft is Destination =>
  Boolean(draft?.address || draft?.city || draft?.zip || draft?.phone);

/**
 * Chooses what the form begins with: the saved draft as it is; else the last order's destination; else city and zip of the
 * profile, whose telephone comes before the last order's. What the shop knows is not typed again.
 */
export function firstValues(
  draft: Destination | null,
  lastOrder: Destination | undefined,
  profile: Pick<Profile, 'city' | 'zip' | 'phone'> | null | undefined,
): Destination {
  if (hasDestination(draft)) {
    const { address, city, zip, phone } = draft;
    return { address, city, zip, phone };
  }
  // A profile takes any text for a telephone.
  const ofProfile = profile && optionalTelephone(profile.phone) === null ? profile.phone : '';
  const phone = ofProfile || (lastOrder?.phone ?? '');
  if (lastOrder) return { address: lastOrder.address, city: lastOrder.city, zip: lastOrder.zip, phone };
  return { address: '', city: profile?.city ?? '', zip: profile?.zip ?? '', phone };
}

/** Makes the work that is sent of what is typed; `unitPrice` is the price (whole dollars) that the person saw. */
export const orderWork = (
  tool: Tool,
  { email, name }: { email: string; name: string },
  destination: Destination,
  { quantity, unitPrice }: { quantity: number; unitPrice: number },
): OrderWork => ({
  kind: 'order',
  picture: tool.image,
  order: {
    toolId: tool._id,
    toolsName: tool.name,
    email,
    name,
    ...cleaned(destination),
    quantity,
    unitPrice,
  },
});
