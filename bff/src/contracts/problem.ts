import { z } from 'zod';

/** Every stable error code of the API. */
export const problemCodes = [
  'INVALID',
  'MALFORMED',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'TOOL_NOT_FOUND',
  'ORDER_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'OUT_OF_STOCK',
  'PRICE_CHANGED',
  'TOOL_AMBIGUOUS',
  'ORDER_PAID',
  'ORDER_NOT_PAID',
  'ORDER_GONE',
  'PAYMENT_NOT_COMPLETED',
  'PAYMENT_MISMATCH',
  'PAYMENT_PROCESSING',
  'TRANSACTION_USED',
  'TOO_MANY_UNPAID',
  'VERSION_CONFLICT',
  'TOO_LARGE',
  'UNSUPPORTED_MEDIA',
  'BAD_IMAGE',
  'KEY_REUSED',
  'CLIENT_TOO_OLD',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'PROVIDER_UNAVAILABLE',
  'TIMEOUT',
  'UNKNOWN_SCHEMA',
  'LAST_ADMIN',
  'INTERNAL',
] as const;
export type ProblemCode = (typeof problemCodes)[number];

/** RFC 9457 problem body; extra members (`available`, `minimum`, `unitPrice`, `orders`) depend on the code. */
export const Problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(problemCodes),
  requestId: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});
export type Problem = z.infer<typeof Problem>;
