import { describe, expect, it } from 'vitest';
import { simulatorGateway } from './simulator-gateway.ts';
import { cardGatewayContract, type ProviderAnswer } from './testing/card-gateway-contract.ts';

const card = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' };

function replyTo(answer: ProviderAnswer): Response {
  if (answer === 'lost') throw new TypeError('Failed to fetch');
  if ('error' in answer) return Response.json({ error: answer.error }, { status: answer.httpStatus });
  return Response.json('method' in answer ? { id: answer.method } : answer.intent);
}

function build(answer: ProviderAnswer, sent: { url: string; body: string }[] = [], typed = card) {
  return simulatorGateway({
    baseUrl: '/simulator',
    publishableKey: 'pk_test_1',
    readCard: () => typed,
    askPerson: () => Promise.resolve('accept'),
    fetch: async (url, init) => {
      sent.push({ url: String(url), body: String(init?.body) });
      return replyTo(answer);
    },
  });
}

cardGatewayContract('the simulator', (answer) => build(answer));

describe('the simulator gateway', () => {
  it('sends card, payer and key as form fields', async () => {
    const sent: { url: string; body: string }[] = [];
    await build({ method: 'pm_1' }, sent).createMethod({ name: 'Rahima', email: 'r@karigar.example' });
    expect(sent[0]?.url).toBe('/simulator/v1/payment_methods');
    expect(Object.fromEntries(new URLSearchParams(sent[0]?.body))).toMatchObject({
      'card[number]': card.number,
      'card[exp_month]': '12',
      'card[exp_year]': '34',
      'billing_details[email]': 'r@karigar.example',
      key: 'pk_test_1',
    });
  });

  it.each([
    [{ number: '' }, 'Your card number is incomplete.'],
    [{ number: '4242 4242' }, 'Your card number is incomplete.'],
    [{ expiry: '1' }, "Your card's expiration date is incomplete."],
    [{ cvc: '12' }, "Your card's security code is incomplete."],
  ])('sends nothing of a card that lacks something: %j', async (part, message) => {
    const sent: { url: string; body: string }[] = [];
    const outcome = await build({ method: 'pm_1' }, sent, { ...card, ...part }).createMethod({
      name: 'Rahima',
      email: 'r@karigar.example',
    });
    expect(outcome).toEqual({ kind: 'refused', message });
    expect(sent).toEqual([]);
  });

  it("asks the bank's question of the intent and sends the person's answer where it says", async () => {
    const sent: { url: string; body: string }[] = [];
    const question = { type: 'use_stripe_sdk', use_stripe_sdk: { stripe_js: '/v1/bank/7' } };
    const waiting = { id: 'pi_7', status: 'requires_action', next_action: question };
    await build({ intent: waiting }, sent).challenge('pi_7_secret_9');
    expect(sent.map(({ url }) => url)).toEqual([
      '/simulator/v1/payment_intents/pi_7?client_secret=pi_7_secret_9&key=pk_test_1',
      '/simulator/v1/bank/7',
    ]);
    expect(new URLSearchParams(sent[1]?.body).get('outcome')).toBe('accept');
  });

  it('asks nobody about a payment that waits for no answer', async () => {
    const sent: { url: string; body: string }[] = [];
    const paid = { intent: { id: 'pi_7', status: 'succeeded' } };
    expect(await build(paid, sent).challenge('pi_7_secret_9')).toMatchObject({ kind: 'succeeded' });
    expect(sent).toHaveLength(1);
  });
});
