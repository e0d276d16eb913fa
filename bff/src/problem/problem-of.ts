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
import { formatMoney } from '../contracts/money.ts';
import type { ProblemCode } from '../contracts/problem.ts';
import { isProblemError, ProblemError } from './problem-error.ts';

const pastAway =
  'We can’t load the history of this older order right now. Nothing was changed. Try again in a few minutes.';
const pastLost =
  'The history of this older order needs a repair first. Nothing was changed. Try again later.';
const orderDamaged = 'This order’s data needs a repair first. Nothing was changed. Try again later.';
const recordDamaged = 'Some of the shop’s data needs a repair first. Nothing was changed. Try again later.';

/** What the API says for errors of the order log and of the storage, and after how many seconds a client may try again. */
const failures: readonly (readonly [
  kind: abstract new (...args: never[]) => Error,
  retryAfter: number,
  sentence: string,
  code?: ProblemCode,
])[] = [
  [StoreClosedError, 30, 'The shop is closed for maintenance. Try again in a few minutes.'],
  [PastUnavailableError, 30, pastAway],
  [LostEventsError, 60, pastLost],
  [ReadModelDamagedError, 60, orderDamaged],
  [LogDamagedError, 60, orderDamaged],
  [RecordDamagedError, 60, recordDamaged],
  [LogUnavailableError, 2, 'We can’t reach the shop right now. Try again in a moment.'],
  [ObjectsUnavailableError, 30, 'Pictures and files are unavailable right now. Try again in a few minutes.'],
  [UnknownSchemaError, 30, 'The shop is being updated. Try again in a few minutes.', 'UNKNOWN_SCHEMA'],
];

/**
 * Makes the refusal for whatever was thrown: a problem as it is, the errors of the order log in words of the API.
 * Any other error becomes INTERNAL, with a fixed text that tells nothing of the inside.
 */
export function problemOf(cause: unknown): ProblemError {
  if (isProblemError(cause)) return cause;
  if (isOrderRejected(cause)) return rejected(cause.code, cause.details);
  const failure = failures.find(([kind]) => cause instanceof kind);
  if (failure === undefined)
    return new ProblemError('INTERNAL', 'Something went wrong on our side. Try again in a moment.', {
      cause,
    });
  const [, retryAfter, sentence, code = 'UNAVAILABLE'] = failure;
  return new ProblemError(code, sentence, { retryAfter, cause });
}

type Details = Readonly<Record<string, unknown>>;

/** Makes the refusal of an erased person, whatever they ask for. */
export const personErased = () => new ProblemError('PERSON_ERASED', sentences.PERSON_ERASED);

const changed = 'This order has just changed. Reload and try again.';

/** What the API says for rejections of the order log that need no more than a sentence. */
const sentences = {
  TOOL_NOT_FOUND: 'We no longer sell this tool.',
  PERSON_ERASED: 'This account was erased. Sign up again to become a customer.',
  ORDERS_OPEN:
    'Some orders are paid and not shipped yet, or still unpaid. Try again once they are shipped or deleted.',
  KEY_REUSED: 'This Idempotency-Key was used before with another request.',
  ORDER_NOT_FOUND: 'We couldn’t find this order.',
  ORDER_GONE: 'This order was deleted.',
  ORDER_PAID: 'This order is already paid.',
  ORDER_NOT_PAID: 'This order is not paid yet.',
  ORDER_SHIPPED: 'This order has already shipped, so it can’t be cancelled or changed.',
  TOO_MANY_CORRECTIONS: 'The delivery address was changed too many times. Contact us to change it again.',
  TOO_MANY_TRACKING_CHANGES:
    'The tracking of this order was changed too many times. Tell the customer the new number by phone or email.',
  ORDER_REFUNDED: 'This order was refunded.',
  REFUND_PENDING: 'This order is being refunded.',
  CANCELLATION_REQUESTED:
    'The customer requested cancellation. Refund the order, decline the request, or confirm that you want to ship it anyway.',
  PAYMENT_DISPUTED: 'The payment is disputed. Answer the dispute, or confirm that you want to ship anyway.',
  TRANSACTION_USED: 'This payment belongs to another order.',
  PAYMENT_CLAIMED: 'A payment was reported for this order, and we are still looking for it.',
  CLAIM_CHANGED: 'The reported payment of this order has just changed. Reload and look for it again.',
  TOO_MANY_CLAIMS: 'Too many payments were reported for this order. Contact us.',
  VERSION_CONFLICT: changed,
} satisfies Partial<Record<ProblemCode, string>>;

/** Makes the refusal for a rejection of the order log; its details become members of the problem. */
function rejected(code: RejectionCode, members: Details) {
  switch (code) {
    case 'OUT_OF_STOCK':
      return new ProblemError(code, `Only ${members.available} left in stock.`, { members });
    case 'TOO_MUCH_HELD': {
      const limit = `You can have up to ${members.limit} of this tool in unpaid orders`;
      const message = `${limit}, and you already have ${members.held}. Order fewer, or pay first.`;
      return new ProblemError(code, message, { members });
    }
    case 'TOO_MANY_UNPAID': {
      const message = `You have ${members.total} unpaid orders. Pay or delete one of them first.`;
      return new ProblemError(code, message, { members: { orders: members.orders } });
    }
    case 'BELOW_MINIMUM': {
      const message = `The minimum order of this tool is ${members.minimum}.`;
      return new ProblemError('INVALID', message, { members, errors: [{ field: 'quantity', message }] });
    }
    case 'PRICE_CHANGED': {
      const message = `The price is now ${formatMoney(Number(members.unitPrice))}. Check it before you order.`;
      return new ProblemError(code, message, { members });
    }
    case 'INTENT_CHANGED':
      return new ProblemError('VERSION_CONFLICT', changed);
    default:
      return new ProblemError(code, sentences[code]);
  }
}
