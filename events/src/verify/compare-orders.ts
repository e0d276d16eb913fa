import { type GenerationReader, readOf } from '../log/generation-reader.ts';
import { messageOf } from '../log/log-errors.ts';
import { partsOf } from '../log/parts.ts';
import { type Differences, stateDifference } from '../model/difference.ts';
import { decodeRecord, encodeRecord, type OrderRecord } from '../model/order-record.ts';
import { placesOf } from '../model/project.ts';
import { isSettled } from '../orders/order-state.ts';
import type { FoldedOrder } from './folded-log.ts';

/** An order of which another version is stored than was folded: none (NaN), an earlier one, or a later one of a shop that goes on. */
interface OtherVersion {
  order: FoldedOrder;
  version: number;
  document: string | null;
}

const ordersPerRead = 50;

/**
 * Compares orders with what is stored at the same version: the document, the scores in the sets, the owner of the transaction. All of an order is
 * read at one moment. Answers the orders of which another version is stored.
 *
 * @param suspects takes the sets that miss an order
 */
export async function compareOrders(
  reader: GenerationReader,
  orders: readonly FoldedOrder[],
  differences: Differences,
  suspects: Set<string>,
): Promise<OtherVersion[]> {
  const others = await Promise.all(
    Array.from(partsOf(orders, ordersPerRead), async (part) => {
      const found = (await reader.readAll((keys) =>
        part.flatMap(([id, record]) => [
          readOf('GET', keys.order(id)),
          readOf('HGET', keys.tx, transactionOf(record)),
          ...Array.from(placesOf(record).keys(), (set) => readOf('ZSCORE', keys.prefix + set, id)),
        ]),
      )) as (string | null)[];
      return part.flatMap((order) => {
        const [id, record] = order;
        const places = [...placesOf(record)];
        const [document = null, owner, ...scores] = found.splice(0, 2 + places.length);
        const version = Number(/\d+/.exec(document ?? '')?.[0]);
        if (version !== record.history.length) return { order, version, document };
        compareDocument(order, document, differences);
        const transaction = transactionOf(record);
        if (transaction !== '')
          differences.compare('index', `transaction ${transaction}`, owner ?? 'nothing', id);
        for (const [index, [set, score]] of places.entries()) {
          const at = scores[index] ?? null;
          if (at === String(score)) continue;
          if (at === null) suspects.add(set);
          const how = at === null ? 'is missing in' : 'is at the wrong place in';
          differences.add('index', record.history[0]?.seq ?? null, id, `the order ${how} the index ${set}`);
        }
        return [];
      });
    }),
  );
  return others.flat();
}

/** Compares the document of an order. */
export function compareDocument(
  [id, record]: FoldedOrder,
  document: string | null,
  differences: Differences,
): void {
  const difference = documentDifference(record, document);
  if (difference !== null) differences.add('order', record.history[0]?.seq ?? null, id, difference);
}

/** Says in what the document of an order differs from the record that the log gives; null when it does not. */
export function documentDifference(record: OrderRecord, document: string | null): string | null {
  if (document === null) return record.history.length === 0 ? null : 'no document is stored';
  if (document === encodeRecord(record)) return null;
  try {
    return stateDifference(decodeRecord(document), record) ?? 'it is stored in other words';
  } catch (error) {
    return messageOf(error);
  }
}

const transactionOf = ({ state }: OrderRecord): string => (isSettled(state) ? state.transactionId : '');
