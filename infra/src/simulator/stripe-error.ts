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
 * A refusal in Stripe's shape. What was kept in the store before it is thrown stays kept (a declined attempt is). `remembered` tells whether
 * the idempotency key repeats it: Stripe forgets faults found before the work began.
 */
export class SimulatorError extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;
  readonly remembered: boolean;

  constructor(status: number, body: StripeErrorBody, remembered = true) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.remembered = remembered;
  }
}

/** A refused request, which Stripe answers with 400 if nothing else is said. */
export const refusal = (code: string, message: string, more: Partial<StripeErrorBody> = {}) =>
  new SimulatorError(400, { type: 'invalid_request_error', code, message, ...more });

/** 400: a parameter is missing, unknown or wrong; never remembered by an idempotency key. */
export const invalidParam = (message: string, param: string, code?: string) =>
  new SimulatorError(400, { type: 'invalid_request_error', ...(code && { code }), message, param }, false);

/** No such object: 404 when the path names it, 400 when a parameter does. */
export const missing = (what: string, id: string, param: string, status: 400 | 404 = 404) =>
  new SimulatorError(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  });

/** 401: no key, or not one that may do this. */
export const unauthenticated = (message: string, code?: string) =>
  new SimulatorError(401, { type: 'invalid_request_error', ...(code && { code }), message }, false);
