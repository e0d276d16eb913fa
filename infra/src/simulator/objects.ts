import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import type { CardBehaviour } from './test-cards.ts';

/*
 * The objects as they are stored and answered, typed by the SDK, so that a new SDK which renames a field breaks the build here. Of their
 * fields those are there that the shop uses. Amounts are integer cents, times Unix seconds.
 */

/** Fields that Stripe can expand to whole objects hold ids here. */
type ById<T> = {
  [Field in keyof T]: [Extract<T[Field], string>, Extract<T[Field], { id: string }>] extends
    | [never, unknown]
    | [unknown, never]
    ? T[Field]
    : Extract<T[Field], string | null | undefined>;
};
/** Some of the fields, in every depth. */
type Some<T> = T extends string
  ? T
  : T extends object
    ? { [Field in keyof T]?: Some<T[Field]> | undefined }
    : T;

/** Makes an object of those of its fields that the shop uses. */
export const some = <T>(fields: Some<T>): T => fields as T;

export type PaymentMethod = Stripe.PaymentMethod;
export type PaymentIntent = ById<Stripe.PaymentIntent> & { client_secret: string };
export type Charge = ById<Stripe.Charge>;
export type Refund = ById<Stripe.Refund>;
export type Dispute = ById<Stripe.Dispute> & { balance_transactions: BalanceTransaction[] };
export type BalanceTransaction = ById<Stripe.BalanceTransaction>;
/** An event: as it is sent, and as the list of events answers it. */
export type Event = Pick<
  Stripe.Event,
  'id' | 'object' | 'api_version' | 'created' | 'livemode' | 'pending_webhooks' | 'request' | 'type'
> & { data: { object: PaymentIntent | Charge | Refund | Dispute } };

/** An event and whether the shop has taken it. */
export interface StoredEvent {
  event: Event;
  delivered: boolean;
}

/** A payment method and what its card does; the card's number is never kept. Without a customer it pays only once. */
export interface StoredMethod {
  method: PaymentMethod;
  behaviour: CardBehaviour;
  used?: true;
}

/** A new id such as `pi_3f…`, in the alphabet Stripe uses. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

/** Now in Unix seconds. */
export function unixNow(): number {
  return Math.floor(Date.now() / 1000);
}
