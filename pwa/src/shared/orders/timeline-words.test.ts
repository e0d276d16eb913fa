import { describe, expect, it } from 'vitest';
import { entryOf } from '../testing/order.ts';
import { carrierWords, correctionWords, timelineActor, timelineTitle } from './timeline-words.ts';

describe("an order's timeline", () => {
  it.each([
    ['order.created', 'Ordered', 'Placed'],
    ['order.paid', 'Paid', 'Paid'],
    ['order.shipped', 'Shipped', 'Shipped'],
    ['order.corrected', 'Delivery address changed', 'Delivery address changed'],
    ['order.deleted', 'Deleted', 'Deleted'],
    ['order.refund-requested', 'Refund started', 'Refund started'],
    ['order.refund-failed', 'Refund not completed yet. We’re looking into it', 'Refund failed'],
    ['order.cancellation-requested', 'Cancellation requested', 'Cancellation requested'],
    ['order.cancellation-declined', 'Cancellation declined', 'Cancellation declined'],
    ['order.disputed', 'Payment disputed through the bank', 'Payment disputed'],
    ['order.address.changed', 'address changed', 'order.address.changed'],
  ])('calls %s %j to its owner and %j to an admin', (type, owner, admin) => {
    expect(timelineTitle(entryOf({ type, data: {} }), 'owner')).toBe(owner);
    expect(timelineTitle(entryOf({ type, data: {} }), 'admin')).toBe(admin);
  });

  it('says how much went back', () => {
    const refunded = entryOf({ type: 'order.refunded', data: { amount: 350 } });
    expect(timelineTitle(refunded, 'owner')).toBe('Refunded $3.50');
    expect(timelineTitle(refunded, 'admin')).toBe('Refunded $3.50');
  });

  it('says what a correction changed, and nothing of one whose person is erased', () => {
    const type = 'order.corrected';
    const data = { before: { city: 'Dhake', phone: '' }, after: { city: 'Dhaka', phone: '01711-222333' } };
    expect(correctionWords(entryOf({ type, data }))).toEqual([
      'City: now Dhaka, was Dhake',
      'Phone: now 01711-222333, was none',
    ]);
    expect(correctionWords(entryOf({ type, data: { before: {}, after: {} } }))).toEqual([]);
    expect(correctionWords(entryOf({ type: 'order.paid', data }))).toEqual([]);
  });

  it('says who carries a parcel under which number, as far as it was said', () => {
    const shipped = (data: Record<string, unknown>) => carrierWords(entryOf({ type: 'order.shipped', data }));
    expect(shipped({ carrier: 'Pathao', trackingNumber: 'P-77' })).toBe('Pathao, P-77');
    expect(shipped({ carrier: 'Pathao', trackingNumber: null })).toBe('Pathao');
    expect(shipped({})).toBe('');
    const tracked = { carrier: 'Pathao', trackingNumber: 'P-78' };
    expect(carrierWords(entryOf({ type: 'order.tracked', data: tracked }))).toBe('Pathao, P-78');
    expect(carrierWords(entryOf({ type: 'order.paid', data: { carrier: 'Pathao' } }))).toBe('');
  });

  it.each([
    ['user:u1', 'by you', 'by the customer'],
    ['admin:boss@karigar.example', 'by the shop', 'by admin boss@karigar.example'],
    ['packer:pia@karigar.example', 'by the shop', 'by packer pia@karigar.example'],
    ['admin:a:b@c.d', 'by the shop', 'by admin a:b@c.d'],
    ['the shop', 'by the shop', 'by the shop'],
    ['ops:root', 'by the shop’s operator', 'by operator root'],
    ['system:webhook', 'automatically', 'by the shop (webhook)'],
    ['robot', 'automatically', 'by robot'],
  ])('names %s %j to its owner and %j to an admin', (actor, owner, admin) => {
    expect(timelineActor(entryOf({ actor, type: 'order.created' }), 'owner')).toBe(owner);
    expect(timelineActor(entryOf({ actor, type: 'order.created' }), 'admin')).toBe(admin);
  });

  it('says to the owner that a payment was made by card', () => {
    expect(timelineActor(entryOf({ actor: 'system:webhook', type: 'order.paid' }), 'owner')).toBe('by card');
  });
});
