import type { GenerationKeys } from '../log/generation-keys.ts';
import { type GenerationReader, readOf } from '../log/generation-reader.ts';
import { type Offers, offersOf, type ReadOffers } from './offer.ts';
import { decodeRecord, type OrderRecord } from './order-record.ts';
import { offerRefIn } from './stored-state.ts';

/** Gives the offers that these stored orders refer to, those that are there; null stands for an order that is not stored. */
export function offersIn<Moved extends 'moved'>(
  texts: readonly (string | null)[],
  read: ReadOffers<Moved>,
): Promise<Offers | Moved> {
  return offersOf(
    texts.flatMap((text) => (text === null ? [] : (offerRefIn(text) ?? []))),
    read,
  );
}

/** The same, out of the generation in use. */
export function offersFor(
  reader: GenerationReader,
  keys: GenerationKeys,
  texts: readonly (string | null)[],
): Promise<Offers | 'moved'> {
  return offersIn(texts, async (refs) => {
    const found = await reader.read(keys, [readOf('HMGET', keys.offers, ...refs)]);
    return found === 'moved' ? found : (found[0] as (string | null)[]);
  });
}

/** Reads an order, null when none is stored. Throws `ReadModelDamagedError`. */
export function readOrder(reader: GenerationReader, id: string): Promise<OrderRecord | null> {
  return reader.follow(async (keys) => {
    const found = await reader.read(keys, [readOf('GET', keys.order(id))]);
    if (found === 'moved') return found;
    const stored = found[0] as string | null;
    const offers = await offersFor(reader, keys, [stored]);
    if (offers === 'moved') return offers;
    return stored === null ? null : decodeRecord(stored, offers);
  });
}
