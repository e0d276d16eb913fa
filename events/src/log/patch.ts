import type { OrderState } from '../orders/order-state.ts';

/** What the hash of totals holds; how many orders are in each state, the sets of the states tell by their sizes. */
export const totalFields = ['deleted', 'revenue', 'awaitingPayment'] as const;
/** One of them. */
export type TotalField = (typeof totalFields)[number];

/** A field of a hash that is set to a text or moved by a number. */
export type FieldChange = { readonly set: string } | { readonly add: number };

/** Where an order is kept. */
export interface StatePatch {
  /** What the order is from now on, and the hash of the request that placed it; null when no order is concerned. */
  readonly document: { readonly state: OrderState; readonly requestHash: string } | null;
  /** Whether the order leaves the three sets of the state before. */
  readonly leaves: boolean;
  /**
   * Its place in the three sets of the state after: the seq of its first event, which is 'this' event while nobody knows its
   * seq; null when it enters none.
   */
  readonly enters: number | 'this' | null;
}

/** What one event changes in the read models. */
export interface Patch extends StatePatch {
  /** Version of the projection that made it: the script refuses all but that of the generation in use. */
  readonly code: string;
  /** What is available of the tool concerned; null when it stays as it is. */
  readonly stock: FieldChange | null;
  /** Transaction id that the order holds from now on, and that no other order may hold; '' when there is none. */
  readonly transaction: string;
  /** Tool name that a search must know from now on; '' when it knows it already. */
  readonly name: string;
  /** Totals that move, and by how much: never by 0. */
  readonly totals: readonly (readonly [field: TotalField, by: number])[];
}

/**
 * The patch as the append script takes it, from its argument 16 on: document, request hash, leaves, enters, stock, name, and
 * two texts per total. The transaction has a place of its own before, because it is also a condition. A new order's document
 * holds the event's whole data: they travel once, and the character 1, which no JSON holds, stands for them in the document.
 */
export function patchArguments(
  { document, leaves, enters, stock, name, totals }: Patch,
  data: string,
): string[] {
  return [
    document === null ? '' : JSON.stringify(document.state).replace(data, '\x01'),
    document?.requestHash ?? '',
    leaves ? 'from' : '',
    enters === null ? '' : String(enters),
    stock === null ? '' : 'set' in stock ? `=${stock.set}` : String(stock.add),
    name,
    ...totals.flatMap(([field, by]) => [field, String(by)]),
  ];
}
