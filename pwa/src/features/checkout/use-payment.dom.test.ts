import type { ProblemCode } from '@karigar/bff/contracts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../shared/api/call.ts';
import { NoAnswerError } from '../../shared/api/failure.ts';
import { refusal } from '../../shared/testing/refusal.ts';
import { preparePayment, settlePayment } from './use-payment.ts';

vi.mock('../../shared/api/call.ts');

/** What the shop answers to each call; one without an answer is lost. */
let answers: Record<string, object | ProblemCode>;

beforeEach(() => {
  answers = { 'GET /orders/order/:id': { transactionId: 'pi_real' } };
  vi.mocked(call).mockImplementation(async (name) => {
    const answer = answers[name] ?? new NoAnswerError('timeout');
    if (typeof answer === 'string') throw refusal(409, answer, `Because ${answer}`);
    if (answer instanceof Error) throw answer;
    return answer as never;
  });
});

describe('preparing a payment', () => {
  it.each([
    ['requires_payment_method', 'payable'],
    ['requires_confirmation', 'payable'],
    ['requires_action', 'payable'],
    ['processing', 'under-way'],
    ['succeeded', 'under-way'],
  ])('reads an intent in %s as %s', async (status, kind) => {
    answers['POST /create-payment-intent'] = { clientSecret: 's', intentId: 'pi_1', status };
    expect(await preparePayment('o1')).toMatchObject({ kind, intentId: 'pi_1' });
  });

  it.each([
    ['ORDER_PAID', { kind: 'paid', transactionId: 'pi_real' }],
    ['ORDER_GONE', { kind: 'gone' }],
  ] as const)('reads %s', async (code, outcome) => {
    answers['POST /create-payment-intent'] = code;
    expect(await preparePayment('o1')).toEqual(outcome);
  });

  it('throws what decides nothing', async () => {
    await expect(preparePayment('o1')).rejects.toThrow(NoAnswerError);
  });
});

describe('settling a payment', () => {
  it("gives the order's own transaction id, and the intent's when the order cannot be read", async () => {
    answers['PATCH /orders/order/:id'] = { modifiedCount: 1 };
    expect(await settlePayment('o1', 'pi_1')).toEqual({ kind: 'paid', transactionId: 'pi_real' });
    answers['GET /orders/order/:id'] = new NoAnswerError('unreachable');
    expect(await settlePayment('o1', 'pi_1')).toEqual({ kind: 'paid', transactionId: 'pi_1' });
  });

  it.each([
    ['PAYMENT_NOT_COMPLETED', 'unpaid'],
    ['PAYMENT_PROCESSING', 'pending'],
    ['ORDER_GONE', 'gone'],
    ['ORDER_PAID', 'paid'],
    ['PAYMENT_MISMATCH', 'conflict'],
    ['TRANSACTION_USED', 'conflict'],
  ] as const)('reads %s as %s', async (code, kind) => {
    answers['PATCH /orders/order/:id'] = code;
    expect(await settlePayment('o1', 'pi_1')).toMatchObject({ kind });
  });

  it('throws when the outcome stays unknown', async () => {
    await expect(settlePayment('o1', 'pi_1')).rejects.toThrow(NoAnswerError);
    answers['PATCH /orders/order/:id'] = 'PROVIDER_UNAVAILABLE';
    await expect(settlePayment('o1', 'pi_1')).rejects.toThrow('Because PROVIDER_UNAVAILABLE');
  });
});
