import { describe, expect, it } from 'vitest';
import { decodeRecord, encodeRecord, type OrderRecord, toDocument } from './order-record.ts';

const sale = {
  toolId: 't',
  toolsName: 'ঢাকা',
  description: 'd\nwith a line end',
  image: '',
  unitPrice: 2,
  quantity: 3,
  price: 6,
  uid: 'u',
  person: 'sealed',
};
const history = [
  { seq: 4, ts: 1000 },
  { seq: 9, ts: 2000 },
  { seq: 12, ts: 3000 },
];

describe('a stored order', () => {
  it('comes back as it was', () => {
    const record: OrderRecord = { history, requestHash: 'abc', state: { status: 'unpaid', sale } };
    expect(decodeRecord(encodeRecord(record))).toEqual(record);
  });

  it('takes its times from its history', () => {
    const state = { status: 'shipped', sale, transactionId: 'pi', paidIn: 2, shippedIn: 3 } as const;
    expect(toDocument('o', { history, requestHash: '', state })).toMatchObject({
      id: 'o',
      createdAt: 1000,
      paidAt: 2000,
      shippedAt: 3000,
      seqs: [4, 9, 12],
      status: 'shipped',
      version: 3,
    });
  });

  it('stays refunded when its refund did not arrive, and has its money again', () => {
    const refund = { attempt: 1, parts: [], restocked: true, failure: { reason: 'declined', in: 3 } };
    const state = {
      status: 'refunded',
      sale,
      transactionId: 'pi',
      paidIn: 2,
      shippedIn: null,
      refund,
    } as const;
    expect(toDocument('o', { history, requestHash: '', state })).toMatchObject({
      refund: { amount: 0, at: 3000, restocked: true },
      refundFailure: { reason: 'declined', at: 3000 },
    });
    const { failure: _, ...before } = refund;
    const asked = { reason: 'other', restock: false, in: 3 } as const;
    const again = { ...state, refund: { ...before, attempt: 2, asked } };
    expect(toDocument('o', { history, requestHash: '', state: again })).toMatchObject({
      refund: { amount: 0, at: 3000, restocked: true },
      refundRequest: { attempt: 2 },
    });
  });

  it.each([
    ['{"version":1', 'must be JSON'],
    ['null', 'must have a history'],
    ['{"version":1,"history":[{"seq":4,"ts":1}],"requestHash":""}', 'must have a history'],
    ['{"version":2,"history":[{"seq":4,"ts":1}],"requestHash":"","state":{"status":"none"}}', 'each of its'],
  ])('is refused when it is not one: %s', (text, why) => {
    expect(() => decodeRecord(text)).toThrow(why);
  });
});
