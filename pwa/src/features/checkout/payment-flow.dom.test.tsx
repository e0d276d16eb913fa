import type { Intent, Order, ShopConfig } from '@karigar/bff/contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../shared/api/call.ts';
import { NoAnswerError } from '../../shared/api/failure.ts';
import { refusal } from '../../shared/testing/refusal.ts';
import { renderInShop } from '../../shared/testing/render.tsx';
import { PaymentFlow } from './payment-flow.tsx';

vi.mock('../../shared/api/call.ts');

const order = {
  _id: 'o1',
  name: 'Rahima',
  email: 'r@karigar.example',
  price: 24,
  paid: false,
  transactionId: null,
} as Order;
const payments = {
  provider: 'simulator',
  publishableKey: 'pk_test_1',
  simulatorUrl: '/simulator',
  byHand: [],
} satisfies ShopConfig['payments'];
const contact = { phone: '+880', email: 'hello@karigar.example', address: 'Dhaka' };
const intent: Intent = {
  clientSecret: 'pi_1_secret_1',
  intentId: 'pi_1',
  status: 'requires_payment_method',
};

/** Answers of the simulator in turn; an Error is a lost connection. */
const simulatorAnswers = (...answers: (object | Error)[]) => {
  const asked = vi.fn<typeof fetch>(async () => {
    const answer = answers.shift();
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('Asked too often');
    return Response.json(answer);
  });
  vi.stubGlobal('fetch', asked);
  return asked;
};
const declined = { error: { type: 'card_error', message: 'Your card was declined.' } };
const method = { id: 'pm_1' };
const succeeded = { id: 'pi_1', status: 'succeeded' };

const show = () =>
  renderInShop(<PaymentFlow order={order} payments={payments} contact={contact} chooser={() => null} />);
const payButton = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Pay/ });
const pay = async () => {
  const button = await payButton();
  await waitFor(() => expect(button.disabled).toBe(false));
  await userEvent.click(screen.getByText('4242 4242 4242 4242'));
  await userEvent.click(button);
};

/** What the shop answers about intents and payments. */
let createIntent: () => Promise<Intent>;
let claimPaid: () => Promise<unknown>;

beforeEach(() => {
  createIntent = vi.fn(async () => intent);
  claimPaid = async () => ({ modifiedCount: 1 });
  vi.mocked(call).mockImplementation(async (name) => {
    if (name === 'POST /create-payment-intent') return (await createIntent()) as never;
    if (name === 'PATCH /orders/order/:id') return (await claimPaid()) as never;
    return { ...order, paid: true, transactionId: 'pi_1' } as never;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

describe('the payment page', () => {
  it('marks the field that is incomplete, and takes the words away when the person types on', async () => {
    show();
    const button = await payButton();
    await waitFor(() => expect(button.disabled).toBe(false));
    const number = screen.getByLabelText(/Card number/);
    await userEvent.type(number, '4242');
    await userEvent.click(button);
    const words = await screen.findByText('Your card number is incomplete.');
    expect(number.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(number);
    const testCards = screen.getByText('Test cards');
    expect(words.compareDocumentPosition(testCards)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await userEvent.type(number, '4');
    await waitFor(() => expect(screen.queryByText('Your card number is incomplete.')).toBeNull());
    expect(number.getAttribute('aria-invalid')).not.toBe('true');
  });

  it('cannot pay before the client secret arrives', async () => {
    const { promise, resolve } = Promise.withResolvers<Intent>();
    createIntent = () => promise;
    show();
    expect((await payButton()).disabled).toBe(true);
    resolve(intent);
    await waitFor(async () => expect((await payButton()).disabled).toBe(false));
  });

  it('pays, shows the sentence and the transaction id, and offers no second payment', async () => {
    simulatorAnswers(method, succeeded);
    show();
    await pay();
    expect(await screen.findByText('Congrats! Your payment is completed.')).toBeTruthy();
    expect(screen.getByText('pi_1')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByText('Congrats! Your payment is completed.'));
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it("shows a decline in the provider's words, asks for another card only then, and pays with that", async () => {
    simulatorAnswers(method, declined, method, succeeded);
    show();
    await pay();
    expect(await screen.findByText('Your card was declined.')).toBeTruthy();
    expect(screen.getByText('You were not charged. Try another card.')).toBeTruthy();
    await waitFor(async () => expect(document.activeElement).toBe(await payButton()));
    const number = screen.getByLabelText<HTMLInputElement>(/Card number/);
    await userEvent.clear(number);
    await userEvent.type(number, '4242x');
    expect(number.value).toBe('4242');
    await userEvent.click(await payButton());
    expect(await screen.findByText('Your card number is incomplete.')).toBeTruthy();
    expect(screen.queryByText(/Try another card/)).toBeNull();
    await pay();
    expect(await screen.findByText('Congrats! Your payment is completed.')).toBeTruthy();
  });

  it('leads through the card by itself, up to the button', async () => {
    simulatorAnswers(method, succeeded);
    show();
    const button = await payButton();
    await waitFor(() => expect(button.disabled).toBe(false));
    await userEvent.click(screen.getByLabelText(/Card number/));
    await userEvent.keyboard('378282246310005');
    expect(screen.getByText('Amex')).toBeTruthy();
    await userEvent.keyboard('1234');
    expect(screen.getByLabelText<HTMLInputElement>(/Expiry/).value).toBe('12 / 34');
    await userEvent.keyboard('1234');
    expect(document.activeElement).toBe(button);
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Congrats! Your payment is completed.')).toBeTruthy();
  });

  it('checks instead of paying again when the answer is lost, also after a reload', async () => {
    claimPaid = () => Promise.reject(new NoAnswerError('unreachable'));
    const asked = simulatorAnswers(method, new TypeError('Failed to fetch'));
    const page = show();
    await pay();
    expect(await screen.findByText('We are checking your payment')).toBeTruthy();
    page.unmount();
    show();
    expect(await screen.findByText('We are checking your payment')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    expect(asked).toHaveBeenCalledTimes(2);
    expect(createIntent).toHaveBeenCalledOnce();
  });

  it("asks the bank's question in place", async () => {
    const question = { type: 'use_stripe_sdk', use_stripe_sdk: { stripe_js: '/v1/bank/1' } };
    const asking = { id: 'pi_1', status: 'requires_action', next_action: question };
    simulatorAnswers(method, asking, asking, succeeded);
    show();
    await pay();
    await userEvent.click(await screen.findByRole('button', { name: 'Complete' }));
    expect(await screen.findByText('Congrats! Your payment is completed.')).toBeTruthy();
  });

  it('says what failed and tries again when no payment can be prepared', async () => {
    vi.mocked(createIntent).mockRejectedValueOnce(new NoAnswerError('unreachable'));
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await payButton()).toBeTruthy();
  });

  it('says for how long payments wait when too many cards were declined and the payment was taken away', async () => {
    simulatorAnswers(method, {
      error: { type: 'invalid_request_error', payment_intent: { id: 'pi_1', status: 'canceled' } },
    });
    claimPaid = () => Promise.reject(refusal(409, 'PAYMENT_NOT_COMPLETED', 'Not completed.'));
    show();
    await payButton();
    const words = 'Too many cards were declined. Try again in 60 minutes.';
    createIntent = () => Promise.reject(refusal(429, 'RATE_LIMITED', words));
    await pay();
    expect(await screen.findByText(/Try again in 60 minutes\. You were not charged\./)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
