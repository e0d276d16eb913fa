import { describe, expect, it } from 'vitest';
import { entryOf } from '../../../../shared/testing/order.ts';
import { storyOf } from './order-timeline.tsx';

const story = (fields: Parameters<typeof entryOf>[0]) => storyOf(entryOf(fields));

describe('the story of an order', () => {
  it('tells each event in words', () => {
    expect(story({ type: 'order.created', data: { quantity: 3 }, actor: 'user:u1' })).toEqual({
      title: 'Placed',
      detail: '3 pieces, by the customer',
      tone: 'plain',
    });
    expect(
      story({ type: 'order.paid', data: { transactionId: 'pi_1' }, actor: 'system:webhook' }).detail,
    ).toBe('pi_1, by the shop (webhook)');
    expect(story({ type: 'order.shipped', data: {}, actor: 'admin:a@b.c' }).detail).toBe('by admin a@b.c');
    expect(story({ type: 'order.deleted', data: { reason: 'expired' }, actor: 'ops:night' }).detail).toBe(
      'not paid in time, by operator night',
    );
  });

  it('counts one piece as one', () => {
    expect(story({ type: 'order.created', data: { quantity: 1 }, actor: 'user:u1' }).detail).toBe(
      '1 piece, by the customer',
    );
  });

  it.each([
    ['order.refund-requested', { attempt: 1, reason: 'damaged', restock: false }, 'Arrived damaged'],
    ['order.refunded', { amount: 3600, by: 'shop', restock: true }, 'pieces back in stock'],
    [
      'order.refunded',
      { amount: 350, by: 'provider', restock: false },
      'made in the payment provider’s dashboard',
    ],
    ['order.refund-failed', { reason: 'lost_or_stolen_card' }, 'the card was lost or stolen'],
    ['order.refund-failed', { reason: 'bank_on_fire' }, 'bank on fire'],
    ['order.cancellation-requested', { reason: 'too-slow' }, 'It takes too long'],
    [
      'order.disputed',
      { reason: 'product_not_received', status: 'needs_response', amount: 4000 },
      'the payer says nothing arrived, $40: waiting for your reply to the bank',
    ],
  ])('tells %s %j in words', (type, data, words) => {
    expect(story({ type, data, actor: 'admin:a@b.c' }).detail).toBe(`${words}, by admin a@b.c`);
  });

  it('tells who carries a parcel, and what a correction changed', () => {
    const shipped = {
      type: 'order.shipped',
      data: { carrier: 'Pathao', trackingNumber: 'PA1' },
      actor: 'admin:a@b.c',
    };
    expect(story(shipped).detail).toBe('Pathao, PA1, by admin a@b.c');
    const data = { before: { city: 'Dhake' }, after: { city: 'Dhaka' } };
    expect(story({ type: 'order.corrected', data, actor: 'user:u1' })).toEqual({
      title: 'Delivery address changed',
      detail: 'City: now Dhaka, was Dhake, by the customer',
      tone: 'plain',
    });
  });

  it('needs no more words where a decision says everything', () => {
    const declined = { type: 'order.cancellation-declined', data: {}, actor: 'admin:a@b.c' };
    expect(story(declined).detail).toBe('by admin a@b.c');
  });

  it('shows an event of a newer release by its own name', () => {
    expect(story({ type: 'order.returned', data: {}, actor: 'robot' })).toEqual({
      title: 'order.returned',
      detail: 'by robot',
      tone: 'plain',
    });
  });
});
