import type { Config } from '../config/config.ts';
import { handledTypes } from '../payments/payment-gateway.ts';
import { inBackground, stripeGateway } from '../payments/stripe-gateway.ts';
import { type Check, DoctorFault } from './check.ts';

/** A webhook endpoint, as Stripe lists it. */
interface Endpoint {
  url: string;
  status: string;
  enabled_events: readonly string[];
  api_version: string | null;
}

/** Answers what is weak of the endpoints of an account. Throws {@link DoctorFault} when none brings the shop all news. */
export function judgeWebhooks(endpoints: readonly Endpoint[], shopUrl: string, version: string): string[] {
  const wanted = `${shopUrl}/api/webhooks/stripe`;
  const found = endpoints.find(({ url, status }) => url === wanted && status === 'enabled');
  if (found === undefined)
    throw new DoctorFault(
      `Stripe has no enabled webhook endpoint ${wanted} in the mode of this key: add it.`,
    );
  const { enabled_events: events, api_version: spoken } = found;
  const missing = events.includes('*') ? [] : handledTypes.filter((type) => !events.includes(type));
  if (missing.length > 0)
    throw new DoctorFault(`The webhook endpoint lacks these events: ${missing.join(', ')}.`);
  return spoken === version
    ? []
    : [
        `The webhook endpoint speaks version ${spoken ?? 'of the account'}: this release was made for ${version}.`,
      ];
}

/** Checks the secret key, and the webhook endpoint where Stripe itself is asked. */
export const paymentCheck = ({ payments, shopUrl }: Pick<Config, 'payments' | 'shopUrl'>): Check => ({
  name: 'payments',
  good: !payments.cards
    ? 'by hand alone, without cards'
    : payments.simulatorUrl === null
      ? 'Stripe takes the key and knows the webhook'
      : 'the simulator takes the key',
  async ask() {
    if (!payments.cards) return [];
    // None of the calls is about an order.
    const log = { shop: () => Promise.resolve(''), now: () => Promise.resolve(Date.now()) };
    const gateway = stripeGateway(payments, inBackground, log);
    try {
      await gateway.ping();
      if (payments.simulatorUrl !== null) return [];
      const { endpoints, version } = await gateway.webhooks();
      return judgeWebhooks(endpoints, shopUrl, version);
    } catch (error) {
      // The SDK's own words: a customer's would say to wait.
      if (error instanceof Error && error.cause instanceof Error) throw new DoctorFault(error.cause.message);
      throw error;
    }
  },
});
