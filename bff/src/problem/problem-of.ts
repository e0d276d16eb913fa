import {
  isOrderRejected,
  LogDamagedError,
  LogUnavailableError,
  LostEventsError,
  ObjectsUnavailableError,
  PastUnavailableError,
  ReadModelDamagedError,
  RecordDamagedError,
  type RejectionCode,
  StoreClosedError,
  UnknownSchemaError,
} from '@karigar/events';
import { HTTPException } from 'hono/http-exception';
import type { ProblemCode } from '../contracts/problem.ts';
import { isProblemError, ProblemError } from './problem-error.ts';

/**
 * Makes the refusal for whatever was thrown: a problem as it is, the errors of the order log and of Hono in words of the API.
 * Any other error becomes INTERNAL, with a fixed text that tells nothing of the inside.
 */
export function problemOf(error: unknown): ProblemError {
  if (isProblemError(error)) return error;
  if (isOrderRejected(error)) return rejections[error.code](error.details);
  if (error instanceof StoreClosedError)
    return new ProblemError('UNAVAILABLE', 'The shop is closed for repairs. Try again in a few minutes.', {
      retryAfter: 30,
      cause: error,
    });
  if (error instanceof PastUnavailableError)
    return new ProblemError(
      'UNAVAILABLE',
      'What happened in an order so old cannot be read right now. Nothing was changed; try again in a few minutes.',
      { retryAfter: 30, cause: error },
    );
  if (error instanceof LostEventsError) {
    const message =
      'What happened in this old order has to be repaired first. Nothing was changed; try again later.';
    return new ProblemError('UNAVAILABLE', message, { retryAfter: 60, cause: error });
  }
  if (error instanceof ReadModelDamagedError || error instanceof LogDamagedError) {
    const message = 'Something of this order has to be repaired first. Nothing was changed; try again later.';
    return new ProblemError('UNAVAILABLE', message, { retryAfter: 60, cause: error });
  }
  if (error instanceof RecordDamagedError) {
    const message = 'Something of the shop has to be repaired first. Nothing was changed; try again later.';
    return new ProblemError('UNAVAILABLE', message, { retryAfter: 60, cause: error });
  }
  if (error instanceof LogUnavailableError)
    return new ProblemError('UNAVAILABLE', 'The shop cannot be reached right now. Try again in a moment.', {
      retryAfter: 2,
      cause: error,
    });
  if (error instanceof ObjectsUnavailableError)
    return new ProblemError(
      'UNAVAILABLE',
      'Pictures and files of the shop can be neither kept nor shown right now. Try again in a few minutes.',
      { retryAfter: 30, cause: error },
    );
  if (error instanceof UnknownSchemaError)
    return new ProblemError('UNKNOWN_SCHEMA', 'This order needs a newer server. Try again in a while.', {
      retryAfter: 30,
      cause: error,
    });
  // Hono's validator throws it for malformed JSON, before any hook of ours runs.
  if (error instanceof HTTPException && error.status === 400)
    return new ProblemError('MALFORMED', 'The body is not valid JSON.', { cause: error });
  return new ProblemError('INTERNAL', 'Something went wrong on our side. Try again in a moment.', {
    cause: error,
  });
}

type Details = Readonly<Record<string, unknown>>;
const says = (code: ProblemCode, sentence: string) => () => new ProblemError(code, sentence);

/** Makes the refusal of an erased person, whatever they ask for. */
export const personErased = says(
  'PERSON_ERASED',
  'This account was erased. Sign up anew if you want to be a customer again.',
);

/** What the API says for each rejection of the order log; the details of a rejection become members of the problem. */
const rejections: Readonly<Record<RejectionCode, (details: Details) => ProblemError>> = {
  TOOL_NOT_FOUND: says('TOOL_NOT_FOUND', 'This tool is not on sale (any more).'),
  OUT_OF_STOCK: (members) =>
    new ProblemError('OUT_OF_STOCK', `Only ${members.available} of this tool are left.`, { members }),
  TOO_MUCH_HELD: (members) => {
    const limit = `Unpaid orders of one person may together hold ${members.limit} of this tool`;
    const message = `${limit}; yours hold ${members.held}. Order fewer, or pay first.`;
    return new ProblemError('TOO_MUCH_HELD', message, { members });
  },
  PERSON_ERASED: personErased,
  ORDERS_OPEN: says(
    'ORDERS_OPEN',
    'Some orders are paid and not shipped yet, or still unpaid. Try again once they are shipped or deleted.',
  ),
  TOO_MANY_UNPAID: ({ total, orders }) =>
    new ProblemError('TOO_MANY_UNPAID', `You have ${total} unpaid orders. Pay or delete one of them first.`, {
      members: { orders },
    }),
  BELOW_MINIMUM: (members) => {
    const message = `The minimum order of this tool is ${members.minimum}.`;
    return new ProblemError('INVALID', message, { members, errors: [{ field: 'quantity', message }] });
  },
  PRICE_CHANGED: (members) => {
    const message = `The price is now $${members.unitPrice}. Look at it again first.`;
    return new ProblemError('PRICE_CHANGED', message, { members });
  },
  KEY_REUSED: says('KEY_REUSED', 'This Idempotency-Key was used before with another request.'),
  ORDER_NOT_FOUND: says('ORDER_NOT_FOUND', 'There is no such order.'),
  ORDER_GONE: says('ORDER_GONE', 'This order was deleted.'),
  ORDER_PAID: says('ORDER_PAID', 'This order is paid already.'),
  ORDER_NOT_PAID: says('ORDER_NOT_PAID', 'This order is not paid yet.'),
  ORDER_SHIPPED: says(
    'ORDER_SHIPPED',
    'This order has been shipped, so it can no longer be cancelled or corrected.',
  ),
  TOO_MANY_CORRECTIONS: says(
    'TOO_MANY_CORRECTIONS',
    'This order was corrected too often. Ask the shop to send it to the right address.',
  ),
  ORDER_REFUNDED: says('ORDER_REFUNDED', 'The money of this order was given back.'),
  REFUND_PENDING: says('REFUND_PENDING', 'The money of this order is being given back.'),
  CANCELLATION_REQUESTED: says(
    'CANCELLATION_REQUESTED',
    'The customer asks to cancel this order. Refund it, decline, or confirm that you ship it all the same.',
  ),
  PAYMENT_DISPUTED: says(
    'PAYMENT_DISPUTED',
    'The payment of this order is disputed. Answer the dispute, or confirm that you ship it all the same.',
  ),
  TRANSACTION_USED: says('TRANSACTION_USED', 'This payment belongs to another order.'),
  INTENT_CHANGED: says('VERSION_CONFLICT', 'This order has just changed. Load it again.'),
  VERSION_CONFLICT: says('VERSION_CONFLICT', 'This order has just changed. Load it again.'),
};
