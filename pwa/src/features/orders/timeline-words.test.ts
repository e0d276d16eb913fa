import { describe, expect, it } from 'vitest';
import { timelineActor, timelineTitle } from './timeline-words.ts';

describe("an order's timeline", () => {
  it.each([
    ['order.created', 'Ordered'],
    ['order.paid', 'Paid'],
    ['order.shipped', 'Shipped'],
    ['order.address.changed', 'address changed'],
  ])('calls %s %j', (type, title) => {
    expect(timelineTitle({ type })).toBe(title);
  });

  it.each([
    ['user:u1', 'by you'],
    ['admin:boss@karigar.example', 'by the shop'],
    ['ops:root', 'by the shop’s operator'],
    ['system:webhook', 'automatically'],
  ])('names %s %j', (actor, words) => {
    expect(timelineActor({ actor })).toBe(words);
  });
});
