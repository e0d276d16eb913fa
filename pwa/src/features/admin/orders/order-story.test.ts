import { describe, expect, it } from 'vitest';
import { storyOf } from './order-story.ts';

describe('the story of an order', () => {
  it('tells each event in words', () => {
    expect(storyOf({ type: 'order.created', data: { quantity: 3 }, actor: 'user:u1' })).toEqual({
      title: 'Placed',
      detail: '3 pieces, by the customer',
      tone: 'begin',
    });
    expect(
      storyOf({ type: 'order.paid', data: { transactionId: 'pi_1' }, actor: 'system:webhook' }).detail,
    ).toBe('pi_1, by the shop (webhook)');
    expect(storyOf({ type: 'order.shipped', data: {}, actor: 'admin:a@b.c' }).detail).toBe('by admin a@b.c');
    expect(storyOf({ type: 'order.deleted', data: { reason: 'expired' }, actor: 'ops:night' }).detail).toBe(
      'not paid in time, by operator night',
    );
  });

  it('shows an event of a newer release by its own name', () => {
    expect(storyOf({ type: 'order.returned', data: {}, actor: 'robot' })).toEqual({
      title: 'order.returned',
      detail: 'by robot',
      tone: 'plain',
    });
  });
});
