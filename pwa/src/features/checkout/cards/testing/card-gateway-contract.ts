import { describe, expect, it } from 'vitest';
import type { CardGateway, IntentState, ProviderError } from '../card-gateway.ts';

/** What the provider behind an adapter answers in one test: an object, an error in Stripe's shape, or nothing at all. */
export type ProviderAnswer =
  | { method: string }
  | { intent: IntentState }
  | { error: ProviderError; httpStatus: number }
  | 'lost';

const billing = { name: 'Rahima Khatun', email: 'rahima@karigar.example' };
const secret = 'pi_7_secret_9';
const intent = (status: string): ProviderAnswer => ({ intent: { id: 'pi_7', status } });
const cardError = (message: string): ProviderAnswer => ({
  error: { type: 'card_error', message },
  httpStatus: 402,
});
const alreadyAt = (status: string): ProviderAnswer => ({
  error: {
    type: 'invalid_request_error',
    message: 'Unexpected state',
    payment_intent: { id: 'pi_7', status },
  },
  httpStatus: 400,
});
const broken: ProviderAnswer = { error: { type: 'api_error', message: 'Try later' }, httpStatus: 500 };

/** The behaviour every card provider must have behind the port. `build` makes an adapter whose provider gives `answer`. */
export function cardGatewayContract(name: string, build: (answer: ProviderAnswer) => CardGateway): void {
  describe(`${name} as card gateway`, () => {
    it('gives a payment method for a readable card', async () => {
      expect(await build({ method: 'pm_3' }).createMethod(billing)).toEqual({
        kind: 'method',
        methodId: 'pm_3',
      });
    });

    it("shows the provider's words for a card that cannot be read", async () => {
      expect(await build(cardError('Your card number is incorrect.')).createMethod(billing)).toEqual({
        kind: 'refused',
        message: 'Your card number is incorrect.',
      });
    });

    it('throws when no payment method could be asked for', async () => {
      await expect(build('lost').createMethod(billing)).rejects.toThrow();
      await expect(build(broken).createMethod(billing)).rejects.toThrow();
    });

    for (const step of ['confirm', 'challenge'] as const) {
      const take = (answer: ProviderAnswer) => {
        const gateway = build(answer);
        return step === 'confirm' ? gateway.confirm(secret, 'pm_3') : gateway.challenge(secret);
      };

      it(`${step}: reports success with the intent`, async () => {
        expect(await take(intent('succeeded'))).toEqual({ kind: 'succeeded', intentId: 'pi_7' });
      });

      it(`${step}: reports a bank that has not decided`, async () => {
        expect(await take(intent('processing'))).toEqual({ kind: 'processing' });
      });

      it(`${step}: reports a bank that asks the person`, async () => {
        expect(await take(intent('requires_action'))).toEqual({ kind: 'challenge' });
      });

      it(`${step}: reports a refusal in the provider's words`, async () => {
        const refused = { kind: 'refused', message: 'Your card was declined.' };
        expect(await take(cardError('Your card was declined.'))).toEqual(refused);
        const last_payment_error = { message: 'Your card was declined.' };
        const left = { intent: { id: 'pi_7', status: 'requires_payment_method', last_payment_error } };
        expect(await take(left)).toEqual(refused);
      });

      it(`${step}: recognises a payment that has succeeded already`, async () => {
        expect(await take(alreadyAt('succeeded'))).toEqual({ kind: 'succeeded', intentId: 'pi_7' });
      });

      it(`${step}: throws whenever the outcome is not certain`, async () => {
        await expect(take('lost')).rejects.toThrow();
        await expect(take(broken)).rejects.toThrow();
        await expect(take(alreadyAt('canceled'))).rejects.toThrow();
        await expect(take(intent('requires_capture'))).rejects.toThrow();
      });
    }
  });
}
