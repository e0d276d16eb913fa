import type Stripe from 'stripe';
import { GatewayRefusedError, GatewayUnavailableError } from './payment-gateway.ts';

/** By its `type`, which is the name of its class: the classes themselves come with the SDK. */
const isStripeError = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe');

/** The provider's word for what went wrong, such as `resource_missing`; undefined when it gave none. */
export const codeOf = (error: unknown): string | undefined => (isStripeError(error) ? error.code : undefined);

/** Tells whether an answer repeats the one that was given under the same idempotency key before. */
export const isRepeated = (headers: Readonly<Record<string, unknown>> | undefined): boolean =>
  headers?.['idempotent-replayed'] === 'true';

/** What means "away": no connection, too slow, its own fault, too many calls, our own key refused. */
const awayTypes = new Set([
  'StripeConnectionError',
  'StripeAPIError',
  'StripeRateLimitError',
  'StripeAuthenticationError',
  'StripePermissionError',
]);

const isAway = (error: Stripe.errors.StripeError): boolean =>
  awayTypes.has(error.type) || (error.statusCode ?? 0) >= 500 || error.statusCode === 409;

/** GatewayUnavailableError where asking again later may help, an idempotency key in use (409) included; else the error itself. */
export const translated = (error: unknown): unknown =>
  isStripeError(error) && isAway(error) ? new GatewayUnavailableError(error) : error;

/** What refuses to open an intent; any other error stays as it is. */
export function openingRefusal(error: unknown): unknown {
  if (!isStripeError(error)) return error;
  if (error.code === 'amount_too_large' || error.code === 'amount_too_small')
    return new GatewayRefusedError('amount', error.code, error);
  // An old failure that the provider repeats under the same key; waiting does not help, another key may.
  return error.type === 'StripeIdempotencyError' || isRepeated(error.headers)
    ? new GatewayRefusedError('key-spent', error.code ?? '', error)
    : error;
}

/** What refuses to give money back; any other error stays as it is. */
export function refundRefusal(error: unknown): unknown {
  if (!isStripeError(error) || isAway(error)) return error;
  const code = error.code ?? '';
  if (error.type === 'StripeIdempotencyError') return new GatewayRefusedError('key-spent', code, error);
  return new GatewayRefusedError(
    code === 'charge_already_refunded' ? 'already-refunded' : 'refused',
    code,
    error,
  );
}
