import {
  type CardGateway,
  type ConfirmOutcome,
  type IntentState,
  methodOutcome,
  outcomeOfError,
  outcomeOfIntent,
  PaymentOutcomeUnknownError,
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

type Reply = Partial<IntentState> & { error?: ProviderError };

/** Longer than the slowest test card, so that only a network that hangs runs into it. */
const answerLimit = 15_000;
const intentOf = (clientSecret: string): string => clientSecret.split('_secret')[0] ?? '';

/** Month and year out of what a person types as expiry: 12/34, 1234, 12 / 2034. */
export function expiryParts(expiry: string): { month: string; year: string } {
  const digits = expiry.replace(/\D/g, '');
  return { month: digits.slice(0, 2), year: digits.slice(2, 6) };
}

/** What is missing of a card, in the words of Stripe's own fields; null when it can be sent. */
function incompleteCard({ number, expiry, cvc }: TypedCard): string | null {
  const digits = (typed: string) => typed.replace(/\D/g, '').length;
  if (digits(number) < 13) return 'Your card number is incomplete.';
  if (digits(expiry) < 4) return "Your card's expiration date is incomplete.";
  return digits(cvc) < 3 ? "Your card's security code is incomplete." : null;
}

/** The payment simulator behind the card port: it speaks Stripe's shapes over the shop's own origin. */
export function simulatorGateway(options: SimulatorGatewayOptions): CardGateway {
  const { baseUrl, publishableKey, readCard, askPerson } = options;

  async function post(path: string, fields: Record<string, string>): Promise<Reply> {
    const response = await (options.fetch ?? fetch)(`${baseUrl}/v1${path}`, {
      method: 'POST',
      body: new URLSearchParams({ ...fields, key: publishableKey }),
      signal: AbortSignal.timeout(answerLimit),
    });
    return (await response.json()) as Reply;
  }

  async function decide(path: string, fields: Record<string, string>): Promise<ConfirmOutcome> {
    const { error, id, status, last_payment_error = null } = await post(path, fields);
    if (error) return outcomeOfError(error);
    if (!id || !status) throw new PaymentOutcomeUnknownError('The simulator gave no certain answer.');
    return outcomeOfIntent({ id, status, last_payment_error });
  }

  return {
    async createMethod(billing) {
      const card = readCard();
      const missing = incompleteCard(card);
      if (missing !== null) return { kind: 'refused', message: missing };
      const { month, year } = expiryParts(card.expiry);
      const { error, id } = await post('/payment_methods', {
        type: 'card',
        'card[number]': card.number,
        'card[exp_month]': month,
        'card[exp_year]': year,
        'card[cvc]': card.cvc,
        'billing_details[name]': billing.name,
        'billing_details[email]': billing.email,
      });
      if (error) return methodOutcome(error);
      if (!id) throw new Error('The simulator could not read the card.');
      return { kind: 'method', methodId: id };
    },
    confirm: (clientSecret, methodId) =>
      decide(`/payment_intents/${intentOf(clientSecret)}/confirm`, {
        payment_method: methodId,
        client_secret: clientSecret,
      }),
    async challenge(clientSecret) {
      const outcome = await askPerson();
      return decide(`/payment_intents/${intentOf(clientSecret)}/challenge`, {
        outcome,
        client_secret: clientSecret,
      });
    },
  };
}
