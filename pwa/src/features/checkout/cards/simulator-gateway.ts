import {
  type CardGateway,
  type IntentState,
  methodOutcome,
  outcomeOf,
  type ProviderError,
} from './card-gateway.ts';

/** A card as typed in the plain form: `expiry` is month and year with anything between. */
export interface TypedCard {
  number: string;
  expiry: string;
  cvc: string;
}

/** What the simulator's adapter needs of the page. */
export interface SimulatorGatewayOptions {
  /** Where the simulator answers on the shop's own origin, such as '/simulator'. */
  baseUrl: string;
  publishableKey: string;
  readCard: () => TypedCard;
  /** Shows the pretended bank's question and gives the person's choice. */
  askPerson: () => Promise<'accept' | 'refuse'>;
  fetch?: typeof fetch;
}

type Reply = IntentState & {
  error?: ProviderError;
  next_action?: { use_stripe_sdk?: { stripe_js?: string } } | null;
};

/** Longer than the slowest test card, so that only a network that hangs runs into it. */
const answerLimit = 15_000;
const pathOf = (clientSecret: string): string =>
  `/v1/payment_intents/${clientSecret.split('_secret')[0] ?? ''}`;

/** Tells the first field of a card that is incomplete; null when the card can be sent. */
export function incompleteField({ number, expiry, cvc }: TypedCard): keyof TypedCard | null {
  const digits = (typed: string) => typed.replace(/\D/g, '').length;
  if (digits(number) < 13) return 'number';
  if (digits(expiry) < 4) return 'expiry';
  return digits(cvc) < 3 ? 'cvc' : null;
}

/** The words of Stripe's own fields. */
const incomplete: Record<keyof TypedCard, string> = {
  number: 'Your card number is incomplete.',
  expiry: "Your card's expiration date is incomplete.",
  cvc: "Your card's security code is incomplete.",
};

/** The payment simulator behind the card port: it speaks Stripe's shapes over the shop's own origin. */
export function simulatorGateway(options: SimulatorGatewayOptions): CardGateway {
  const { baseUrl, publishableKey, readCard, askPerson } = options;

  async function call(path: string, fields: Record<string, string>, method: 'GET' | 'POST'): Promise<Reply> {
    const form = new URLSearchParams({ ...fields, key: publishableKey });
    const isRead = method === 'GET';
    const answer = await (options.fetch ?? fetch)(`${baseUrl}${path}${isRead ? `?${form}` : ''}`, {
      method,
      signal: AbortSignal.timeout(answerLimit),
      body: isRead ? null : form,
    });
    return (await answer.json()) as Reply;
  }

  const decide = (reply: Reply) => outcomeOf({ error: reply.error, paymentIntent: reply });

  return {
    async createMethod(billing) {
      const card = readCard();
      const missing = incompleteField(card);
      if (missing !== null) return { kind: 'refused', message: incomplete[missing] };
      const expiry = card.expiry.replace(/\D/g, '');
      const fields = {
        type: 'card',
        'card[number]': card.number,
        'card[exp_month]': expiry.slice(0, 2),
        'card[exp_year]': expiry.slice(2, 6),
        'card[cvc]': card.cvc,
        'billing_details[name]': billing.name,
        'billing_details[email]': billing.email,
      };
      const reply = await call('/v1/payment_methods', fields, 'POST');
      return methodOutcome({ error: reply.error, paymentMethod: reply });
    },
    async confirm(clientSecret, methodId) {
      const fields = { payment_method: methodId, client_secret: clientSecret, use_stripe_sdk: 'true' };
      return decide(await call(`${pathOf(clientSecret)}/confirm`, fields, 'POST'));
    },
    // Looks at the intent first, as Stripe.js does. Where nothing waits for an answer, its state is the outcome.
    async challenge(clientSecret) {
      const intent = await call(pathOf(clientSecret), { client_secret: clientSecret }, 'GET');
      const answerPath = intent.next_action?.use_stripe_sdk?.stripe_js;
      if (answerPath === undefined) return decide(intent);
      const outcome = await askPerson();
      return decide(await call(answerPath, { outcome, client_secret: clientSecret }, 'POST'));
    },
  };
}
