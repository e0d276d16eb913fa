import type { Kept } from './outcome.ts';

/** The error object as Stripe's API answers it; the SDK picks its error class by status and type. */
export interface StripeErrorBody {
  type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: unknown;
  payment_method?: unknown;
}

/**
 * A refusal in Stripe's shape. `kept` are facts to keep and to tell although the answer is an error (a declined attempt is one).
 * `replayed` tells whether the idempotency key remembers it: Stripe forgets faults found before the work began.
 */
export class SimulatorError extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;
  readonly kept: Kept;
  readonly replayed: boolean;

  constructor(
    status: number,
    body: StripeErrorBody,
    { replayed = true, ...kept }: Partial<Kept> & { replayed?: boolean } = {},
  ) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.kept = { puts: [], events: [], ...kept };
    this.replayed = replayed;
  }
}

/** 400: a parameter is missing, unknown or wrong; never remembered by an idempotency key. */
export function invalidParam(message: string, param: string, code?: string) {
  return new SimulatorError(
    400,
    { type: 'invalid_request_error', ...(code === undefined ? {} : { code }), message, param },
    { replayed: false },
  );
}

/** No such object: 404 when the path names it, 400 when a parameter does. */
export function missing(what: string, id: string, param: string, status: 400 | 404 = 404) {
  return new SimulatorError(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  });
}

/** 401: no key, or not one of ours. */
export function unauthenticated(message: string) {
  return new SimulatorError(401, { type: 'invalid_request_error', message }, { replayed: false });
}
