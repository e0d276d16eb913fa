import { type FieldTarget, fieldTargets } from '../log/generation-keys.ts';
import type { OrderState } from '../orders/order-state.ts';
import { encodeState } from './order-record.ts';

/** A field of a hash that an event sets to a text or moves by a number. */
export interface FieldChange {
  readonly target: FieldTarget;
  readonly field: string;
  readonly change: { readonly set: string } | { readonly add: number };
}

/** What one event changes in the read models. */
export interface Patch {
  /** What the order is from now on, and the hash of the request that placed it; null when no order is concerned. */
  readonly document: { readonly state: OrderState; readonly requestHash: string } | null;
  /** Whether the order leaves the three sets of the state before. */
  readonly leaves: boolean;
  /**
   * Its place in the three sets of the state after: the seq of its first event, which is 'this' event while nobody knows its
   * seq; null when it enters none.
   */
  readonly enters: number | 'this' | null;
  readonly fields: readonly FieldChange[];
}

/** The patch as the append script takes it: document, request hash, leaves, enters, and four texts per field. */
export function patchArguments({ document, leaves, enters, fields }: Patch): string[] {
  return [
    document === null ? '' : encodeState(document.state),
    document?.requestHash ?? '',
    leaves ? 'from' : '',
    enters === null ? '' : String(enters),
    ...fields.flatMap(({ target, field, change }) => [
      'set' in change ? 'set' : 'add',
      String(fieldTargets[target]),
      field,
      'set' in change ? change.set : String(change.add),
    ]),
  ];
}
