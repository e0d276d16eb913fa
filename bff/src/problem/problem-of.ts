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
    return new ProblemError(
      'UNAVAILABLE',
      'The shop is closed for maintenance. Try again in a few minutes.',
      {
        retryAfter: 30,
        cause: error,
      },
    );
  if (error instanceof PastUnavailableError)
    return new ProblemError(
      'UNAVAILABLE',
      'We can’t load the history of this older order right now. Nothing was changed. Try again in a few minutes.',
      { retryAfter: 30, cause: error },
    );
  if (error instanceof LostEventsError) {
    const message =
      'The history of this older order needs a repair first. Nothing was changed. Try again later.';
    return new ProblemError('UNAVAILABLE', message, { retryAfter: 60, cause: error });
  }
  if (error instanceof ReadModelDamagedError || error instanceof LogDamagedError) {
    const message = 'This order’s data needs a repair first. Nothing was changed. Try again later.';
    return new ProblemError('UNAVAILABLE', message, { retryAfter: 60, cause: error });
  }
  if (error instanceof RecordDamagedError) {
    const message = 'Some of the shop’s data needs a repair first. Nothing was changed. Try again later.';
    return new ProblemError('UNAVAILABLE', message, { retryAfter: 60, cause: error });
  }
  if (error instanceof LogUnavailableError)
    return new ProblemError('UNAVAILABLE', 'We can’t reach the shop right now. Try again in a moment.', {
      retryAfter: 2,
      cause: error,
    });
  if (error instanceof ObjectsUnavailableError)
    return new ProblemError(
      'UNAVAILABLE',
      'Pictures and files are unavailable right now. Try again in a few minutes.',
      { retryAfter: 30, cause: error },
    );
  if (error instanceof UnknownSchemaError)
    return new ProblemError('UNKNOWN_SCHEMA', 'The shop is being updated. Try again in a few minutes.', {
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
  'This account was erased. Sign up again to become a customer.',
);

/** What the API says for each rejection of the order log; the details of a rejection become members of the problem. */
const rejections: Readonly<Record<RejectionCode, (details: Details) => ProblemError>> = {
  TOOL_NOT_FOUND: says('TOOL_NOT_FOUND', 'We no longer sell this tool.'),
  OUT_OF_STOCK: (members) =>
    new ProblemError('OUT_OF_STOCK', `Only ${members.available} left in stock.`, { members }),
  TOO_MUCH_HELD: (members) => {
    const limit = `You can have up to ${members.limit} of this tool in unpaid orders`;
    const message = `${limit}, and you already have ${members.held}. Order fewer, or pay first.`;
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
    const message = `The price is now $${members.unitPrice}. Check it before you order.`;
    return new ProblemError('PRICE_CHANGED', message, { members });
  },
  KEY_REUSED: says('KEY_REUSED', 'This Idempotency-Key was used before with another request.'),
  ORDER_NOT_FOUND: says('ORDER_NOT_FOUND', 'We couldn’t find this order.'),
  ORDER_GONE: says('ORDER_GONE', 'This order was deleted.'),
  ORDER_PAID: says('ORDER_PAID', 'This order is already paid.'),
  ORDER_NOT_PAID: says('ORDER_NOT_PAID', 'This order is not paid yet.'),
  ORDER_SHIPPED: says(
    'ORDER_SHIPPED',
    'This order has already shipped, so it can’t be cancelled or changed.',
  ),
  TOO_MANY_CORRECTIONS: says(
    'TOO_MANY_CORRECTIONS',
    'The delivery address was changed too many times. Contact us to change it again.',
  ),
  ORDER_REFUNDED: says('ORDER_REFUNDED', 'This order was refunded.'),
  REFUND_PENDING: says('REFUND_PENDING', 'This order is being refunded.'),
  CANCELLATION_REQUESTED: says(
    'CANCELLATION_REQUESTED',
    'The customer requested cancellation. Refund the order, decline the request, or confirm that you want to ship it anyway.',
  ),
  PAYMENT_DISPUTED: says(
    'PAYMENT_DISPUTED',
    'The payment is disputed. Answer the dispute, or confirm that you want to ship anyway.',
  ),
  TRANSACTION_USED: says('TRANSACTION_USED', 'This payment belongs to another order.'),
  INTENT_CHANGED: says('VERSION_CONFLICT', 'This order has just changed. Reload and try again.'),
  VERSION_CONFLICT: says('VERSION_CONFLICT', 'This order has just changed. Reload and try again.'),
};
