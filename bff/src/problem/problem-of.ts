import {
  isOrderRejected,
  LogUnavailableError,
  type RejectionCode,
  UnknownSchemaError,
} from '@karigar/events';
import { HTTPException } from 'hono/http-exception';
import { isProblemError, ProblemError, type ProblemExtras } from './problem-error.ts';

/**
 * Makes the refusal for whatever was thrown: a problem as it is, the errors of the order log and of Hono in words of the API.
 * Any other error becomes INTERNAL, with a fixed text that tells nothing of the inside.
 */
export function problemOf(error: unknown): ProblemError {
  if (isProblemError(error)) return error;
  if (isOrderRejected(error)) return rejection(error.code, error.details);
  if (error instanceof LogUnavailableError)
    return new ProblemError('UNAVAILABLE', 'The shop cannot be reached right now. Try again in a moment.', {
      retryAfter: 2,
      cause: error,
    });
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

function rejection(code: RejectionCode, details: Readonly<Record<string, unknown>>): ProblemError {
  const extras: ProblemExtras = { members: details };
  switch (code) {
    case 'TOOL_NOT_FOUND':
      return new ProblemError(code, 'This tool is not on sale (any more).');
    case 'OUT_OF_STOCK':
      return new ProblemError(code, `Only ${details.available} of this tool are left.`, extras);
    case 'BELOW_MINIMUM': {
      const message = `The minimum order of this tool is ${details.minimum}.`;
      return new ProblemError('INVALID', message, {
        members: details,
        errors: [{ field: 'quantity', message }],
      });
    }
    case 'PRICE_CHANGED':
      return new ProblemError(
        code,
        `The price is now $${details.unitPrice}. Look at it again first.`,
        extras,
      );
    case 'KEY_REUSED':
      return new ProblemError(code, 'This Idempotency-Key was used before with another request.');
    case 'ORDER_NOT_FOUND':
      return new ProblemError(code, 'There is no such order.');
    case 'ORDER_GONE':
      return new ProblemError(code, 'This order was deleted.');
    case 'ORDER_PAID':
      return new ProblemError(code, 'This order is paid already.');
    case 'ORDER_NOT_PAID':
      return new ProblemError(code, 'This order is not paid yet.');
    case 'TRANSACTION_USED':
      return new ProblemError(code, 'This payment belongs to another order.');
    case 'INTENT_CHANGED':
    case 'VERSION_CONFLICT':
      return new ProblemError('VERSION_CONFLICT', 'This order has just changed. Load it again.');
    default:
      return code satisfies never;
  }
}
