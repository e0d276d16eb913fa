import { z } from 'zod';
import { int, string } from './fields.ts';

/** Every stable error code of the API, and the HTTP status under which it is answered. */
export const problemStatus = {
  INVALID: 400,
  MALFORMED: 400,
  CONFIRM_EMAIL: 400,
  UNAUTHENTICATED: 401,
  SIGN_IN_TOO_OLD: 401,
  PERSON_ERASED: 401,
  FORBIDDEN: 403,
  EMAIL_NOT_VERIFIED: 403,
  NOT_FOUND: 404,
  TOOL_NOT_FOUND: 404,
  ORDER_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  OUT_OF_STOCK: 409,
  PRICE_CHANGED: 409,
  TOOL_AMBIGUOUS: 409,
  ORDER_PAID: 409,
  ORDER_NOT_PAID: 409,
  ORDER_SHIPPED: 409,
  TOO_MANY_CORRECTIONS: 409,
  TOO_MANY_TRACKING_CHANGES: 409,
  ORDER_REFUNDED: 409,
  REFUND_PENDING: 409,
  REFUND_REFUSED: 409,
  CANCELLATION_REQUESTED: 409,
  PAYMENT_DISPUTED: 409,
  ORDER_GONE: 404,
  PAYMENT_NOT_COMPLETED: 409,
  PAYMENT_MISMATCH: 409,
  PAYMENT_PROCESSING: 409,
  TRANSACTION_USED: 409,
  PAYMENT_CLAIMED: 409,
  CLAIM_CHANGED: 409,
  TOO_MANY_CLAIMS: 409,
  CARDS_NOT_TAKEN: 409,
  TOO_MUCH_HELD: 409,
  TOO_MANY_UNPAID: 409,
  TOO_MANY_WAITING: 409,
  TOO_MANY_REVIEWS: 409,
  VERSION_CONFLICT: 409,
  OWN_RIGHTS: 409,
  CONFIGURED_ADMIN: 409,
  ORDERS_OPEN: 409,
  TOO_LARGE: 413,
  HEADERS_TOO_LARGE: 431,
  UNSUPPORTED_MEDIA: 415,
  BAD_IMAGE: 400,
  KEY_REUSED: 422,
  CLIENT_TOO_OLD: 426,
  RATE_LIMITED: 429,
  TOO_MANY_ORDERS: 429,
  UNAVAILABLE: 503,
  PROVIDER_UNAVAILABLE: 503,
  KEY_MISSING: 503,
  TIMEOUT: 408,
  UNKNOWN_SCHEMA: 503,
  INTERNAL: 500,
} as const;
/** A stable error code. */
export type ProblemCode = keyof typeof problemStatus;
/** All of them, in the order of the table. */
export const problemCodes = Object.keys(problemStatus) as readonly ProblemCode[];

/** RFC 9457 problem body; extra members (`available`, `minimum`, `unitPrice`, `limit`, `held`, `orders`) depend on the code. */
export const Problem = z.looseObject({
  type: string,
  title: string,
  status: int,
  detail: string,
  code: z.enum(problemCodes),
  requestId: string,
  errors: z.array(z.object({ field: string, message: string })).optional(),
});
export type Problem = z.infer<typeof Problem>;
