import type { Order, Problem, ProblemCode } from '@karigar/bff/contracts';
import { describe, expect, it } from 'vitest';
import { ApiProblem, NoAnswerError } from '../../shared/api/failure.ts';
import { type PaymentCalls, preparePayment, settlePayment } from './use-payment.ts';

const refusal = (code: ProblemCode): ApiProblem =>
  new ApiProblem({
    code,
    status: 409,
    title: code,
    detail: `Because ${code}`,
    type: '',
    requestId: 'r',
  } as Problem);
const fails = (error: Error) => () => Promise.reject(error);
const order = { transactionId: 'pi_real' } as Order;

const calls = (given: Partial<PaymentCalls>): PaymentCalls => ({
  createIntent: fails(new NoAnswerError('timeout')),
  claimPaid: fails(new NoAnswerError('timeout')),
  getOrder: () => Promise.resolve(order),
  ...given,
});
const intent = (status: string) =>
  calls({ createIntent: () => Promise.resolve({ clientSecret: 's', intentId: 'pi_1', status }) });

describe('preparing a payment', () => {
  it.each(['requires_payment_method', 'requires_confirmation', 'requires_action'])(
    'offers the card form for an intent in %s',
    async (status) => {
      expect(await preparePayment('o1', intent(status))).toEqual({
        kind: 'payable',
        clientSecret: 's',
        intentId: 'pi_1',
      });
    },
  );

  it.each(['processing', 'succeeded'])('never offers it for an intent in %s', async (status) => {
    expect(await preparePayment('o1', intent(status))).toEqual({ kind: 'under-way', intentId: 'pi_1' });
  });

  it('recognises a paid order and one that is gone', async () => {
    const paid = calls({ createIntent: fails(refusal('ORDER_PAID')) });
    expect(await preparePayment('o1', paid)).toEqual({ kind: 'paid', transactionId: 'pi_real' });
    const gone = calls({ createIntent: fails(refusal('ORDER_GONE')) });
    expect(await preparePayment('o1', gone)).toEqual({ kind: 'gone' });
  });

  it('throws what decides nothing', async () => {
    await expect(preparePayment('o1', calls({}))).rejects.toThrow(NoAnswerError);
  });
});

describe('settling a payment', () => {
  it("gives the order's own transaction id, and the intent's when the order cannot be read", async () => {
    const claimPaid = () => Promise.resolve({ modifiedCount: 1 });
    expect(await settlePayment('o1', 'pi_1', calls({ claimPaid }))).toMatchObject({
      transactionId: 'pi_real',
    });
    const getOrder = fails(new NoAnswerError('unreachable'));
    expect(await settlePayment('o1', 'pi_1', calls({ claimPaid, getOrder }))).toEqual({
      kind: 'paid',
      transactionId: 'pi_1',
    });
  });

  it.each([
    ['PAYMENT_NOT_COMPLETED', 'unpaid'],
    ['PAYMENT_PROCESSING', 'pending'],
    ['ORDER_GONE', 'gone'],
    ['ORDER_PAID', 'paid'],
    ['PAYMENT_MISMATCH', 'conflict'],
    ['TRANSACTION_USED', 'conflict'],
  ] as const)('reads %s as %s', async (code, kind) => {
    const answer = await settlePayment('o1', 'pi_1', calls({ claimPaid: fails(refusal(code)) }));
    expect(answer.kind).toBe(kind);
  });

  it('throws when the outcome stays unknown', async () => {
    await expect(settlePayment('o1', 'pi_1', calls({}))).rejects.toThrow(NoAnswerError);
    const busy = calls({ claimPaid: fails(refusal('PROVIDER_UNAVAILABLE')) });
    await expect(settlePayment('o1', 'pi_1', busy)).rejects.toThrow('Because PROVIDER_UNAVAILABLE');
  });
});
