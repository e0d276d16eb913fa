import type { OrderDocument } from '@karigar/events';
import { expect, test } from 'vitest';
import { orderLines } from './order-commands.ts';

const order: OrderDocument = {
  id: 'ord_1',
  toolId: 'tool_1',
  toolsName: 'Wood Plane',
  description: 'Smooths wood.',
  image: '/images/plane.webp',
  uid: 'uid-1',
  person: 'sealed',
  unitPrice: 11,
  quantity: 2,
  price: 22,
  status: 'paid',
  transactionId: 'pi_1',
  paidWay: null,
  claim: null,
  number: 6,
  version: 2,
  seqs: [6, 7],
  createdAt: 0,
  paidAt: 1_000,
  shippedAt: null,
  carrier: null,
  trackingNumber: null,
  corrections: 0,
  correctedAt: null,
  refund: null,
  refundRequest: null,
  refundFailure: null,
  cancellation: null,
  dispute: null,
};

test('an order is shown a field a line, with its number and times as people write them', () => {
  const refund = { amount: 500, at: 3_000, restocked: false };
  const lines = orderLines({ ...order, refund });
  expect(lines).toContain('number          K-6');
  expect(lines).toContain('paidAt          1970-01-01T00:00:01.000Z');
  expect(lines).toContain('refund          {"amount":500,"at":"1970-01-01T00:00:03.000Z","restocked":false}');
  for (const line of lines) expect(line).not.toMatch(/^shippedAt|^person|^description/);
});
