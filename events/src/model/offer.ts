import { hash } from 'node:crypto';
import type { Sale } from '../orders/order-event.ts';

/** What a sale says of its tool, word for word as it was offered then: hundreds of orders share each. */
export type Offer = Pick<Sale, 'toolId' | 'toolsName' | 'description' | 'image'>;

/** Offers by their names. */
export type Offers = ReadonlyMap<string, Offer>;

/** An offer as the read models keep it, once for all settled orders that it was sold to. */
export interface StoredOffer {
  /** Twelve characters of the hash of the text, so a name never stands for anything else. */
  readonly ref: string;
  readonly text: string;
}

/** More than a busy shop sells in a minute, and little memory. */
const most = 10_000;

/** The offer of each tool that was asked for last: hashing every sale anew would slow down a rebuild. */
const newest = new Map<string, Offer & StoredOffer>();

/** Gives the name and the text under which the offer of a sale is kept. */
export function storedOffer({ toolId, toolsName, description, image }: Offer): StoredOffer {
  const last = newest.get(toolId);
  const same = last?.toolsName === toolsName && last.description === description && last.image === image;
  if (last !== undefined && same) return last;
  const text = JSON.stringify([toolId, toolsName, description, image]);
  const offer = { toolId, toolsName, description, image, text, ref: refOf(text) };
  if (newest.size >= most) newest.clear();
  newest.set(toolId, offer);
  return offer;
}

const refOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, 12);

/** Reads the text that is kept under a name; null when it is not what the name was made of. */
function readOffer(ref: string, text: string): Offer | null {
  if (refOf(text) !== ref) return null;
  const [toolId, toolsName, description, image] = JSON.parse(text) as [string, string, string, string];
  return { toolId, toolsName, description, image };
}

/** Offers that were read: a name always stands for the same one, whatever the generation. */
const known = new Map<string, Offer>();

/**
 * Reads the texts of these offers, null for one that is not there; or answers `Moved` when the generation is not in use any more.
 */
export type ReadOffers<Moved> = (refs: readonly string[]) => Promise<readonly (string | null)[] | Moved>;

/** Gives the offers of these names, and asks `read` for those that were never read. One that is lost or damaged is not among them. */
export async function offersOf<Moved extends 'moved'>(
  refs: Iterable<string>,
  read: ReadOffers<Moved>,
): Promise<Offers | Moved> {
  const offers = new Map<string, Offer>();
  const missing = new Set<string>();
  for (const ref of refs) {
    const offer = known.get(ref);
    if (offer === undefined) missing.add(ref);
    else offers.set(ref, offer);
  }
  if (missing.size === 0) return offers;
  const texts = await read([...missing]);
  if (texts === 'moved') return texts as Moved;
  for (const [index, ref] of [...missing].entries()) {
    const text = texts[index] ?? null;
    const offer = text === null ? null : readOffer(ref, text);
    if (offer === null) continue;
    offers.set(ref, offer);
    if (known.size >= most) known.clear();
    known.set(ref, offer);
  }
  return offers;
}
