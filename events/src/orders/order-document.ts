import type { Sale } from './order-event.ts';

/**
 * An order as screens read it: what was sold, and what became of it. Money is whole dollars, times are milliseconds since
 * 1970. `version` counts the order's events, `seqs` are their positions in the log.
 */
export interface OrderDocument extends Sale {
  readonly id: string;
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
