import { describe, expect, it } from 'vitest';
import { timelineActor, timelineTitle } from './timeline-words.ts';

describe("an order's timeline", () => {
  it.each([
    ['order.created', 'Ordered', 'Placed'],
    ['order.paid', 'Paid', 'Paid'],
    ['order.shipped', 'Shipped', 'Shipped'],
    ['order.deleted', 'Deleted', 'Deleted'],
    ['order.address.changed', 'address changed', 'order.address.changed'],
  ])('calls %s %j to its owner and %j to an admin', (type, owner, admin) => {
    expect(timelineTitle({ type }, 'owner')).toBe(owner);
    expect(timelineTitle({ type }, 'admin')).toBe(admin);
  });

  it.each([
    ['user:u1', 'by you', 'by the customer'],
    ['admin:boss@karigar.example', 'by the shop', 'by admin boss@karigar.example'],
    ['admin:a:b@c.d', 'by the shop', 'by admin a:b@c.d'],
    ['the shop', 'by the shop', 'by the shop'],
    ['ops:root', 'by the shop’s operator', 'by operator root'],
    ['system:webhook', 'automatically', 'by the shop (webhook)'],
    ['robot', 'automatically', 'by robot'],
  ])('names %s %j to its owner and %j to an admin', (actor, owner, admin) => {
    expect(timelineActor({ actor }, 'owner')).toBe(owner);
    expect(timelineActor({ actor }, 'admin')).toBe(admin);
  });
});
