/**
 * An order as screens read it. Money is whole dollars, times are milliseconds since 1970. `version` counts the order's
 * events, `seqs` are their places in the log.
 */
export interface OrderDocument {
  readonly id: string;
  readonly toolId: string;
  readonly toolsName: string;
  readonly description: string;
  readonly image: string;
  readonly address: string;
  readonly city: string;
  readonly email: string;
  readonly name: string;
  readonly uid: string;
  readonly quantity: number;
  readonly zip: string;
  readonly unitPrice: number;
  readonly price: number;
  readonly status: 'pending' | 'shipped';
  readonly paid: boolean;
  readonly transactionId: string | null;
  readonly version: number;
  readonly seqs: readonly number[];
  readonly createdAt: number;
  readonly paidAt: number | null;
  readonly shippedAt: number | null;
}

/** What is left of a deleted order: enough to answer a repeated command and to tell its owner what happened. */
export interface DeletedOrder {
  readonly id: string;
  readonly deleted: true;
  readonly uid: string;
  readonly email: string;
  readonly version: number;
  readonly deletedAt: number;
  readonly reason: string;
  readonly seqs: readonly number[];
}

/** Says whether what was read is the trace of a deleted order. */
export function isDeleted(order: OrderDocument | DeletedOrder): order is DeletedOrder {
  return 'deleted' in order;
}
