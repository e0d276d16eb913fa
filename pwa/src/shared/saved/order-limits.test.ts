import type { Order, Tool } from '@karigar/bff/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { forgetPerson, keepToken } from '../session/session-store.ts';
import { heldTerm, orderLimits, timeTerm } from './order-limits.ts';

const tool = { _id: 't1', price: 12, minOrderQuantity: 2, availableQuantity: 40 } as Tool;
const rules = { maxHeldPercent: 25, reserveHours: 72, reserveHoursUnverified: 2 };
const orderOf = (quantity: number, known: Partial<Order> = {}) =>
  ({ toolId: 't1', paid: false, quantity, ...known }) as Order;

describe('the limits of an order', () => {
  it('are the share of the stock that one person may hold unpaid', () => {
    expect(orderLimits(tool, rules)).toEqual({ min: 2, most: 10, unitPrice: 12, mostHeld: 10, held: 0 });
  });

  it('count what the person’s unpaid orders of this tool hold', () => {
    const orders = [orderOf(4), orderOf(9, { paid: true }), orderOf(9, { toolId: 't2' })];
    expect(orderLimits(tool, rules, orders)).toMatchObject({ mostHeld: 11, held: 4, most: 7 });
  });

  it('allow the minimum of a tool with little stock, and ask the shop about the rest', () => {
    const few = { ...tool, availableQuantity: 3 };
    expect(orderLimits(few, rules)).toMatchObject({ mostHeld: 2, most: 2 });
    expect(orderLimits(few, rules, [orderOf(2)])).toMatchObject({ mostHeld: 2, held: 2, most: 2 });
    expect(orderLimits({ ...tool, availableQuantity: 1 }, rules)).toMatchObject({ most: 1 });
  });

  it('are the stock alone where there is no limit, and where nobody has told', () => {
    expect(orderLimits(tool, { maxHeldPercent: 100 })).toMatchObject({ most: 40, mostHeld: null });
    expect(orderLimits(tool, undefined)).toMatchObject({ most: 40, mostHeld: null });
  });
});

describe('the terms of an unpaid order', () => {
  afterEach(() => forgetPerson());

  it.each([
    [true, 72, 'We hold unpaid items for 72 hours.'],
    [true, 0, null],
    [false, 72, 'We hold unpaid items for 72 hours (2 hours until you verify your email).'],
  ])('say only what counts for the person: verified %s, %d hours', (verified, reserveHours, term) => {
    keepToken(`x.${btoa(JSON.stringify({ verified }))}.y`);
    expect(timeTerm({ maxHeldPercent: 100, reserveHours, reserveHoursUnverified: 2 })).toBe(term);
  });

  it.each([
    [72, 2, 'We hold unpaid items for 72 hours (2 hours until you verify your email).'],
    [1, 1, 'We hold unpaid items for 1 hour.'],
    [0, 2, 'We hold unpaid items for only 2 hours until you verify your email.'],
    [0, 0, null],
  ])(
    'say how long its items are held: %d hours, unverified %d',
    (reserveHours, reserveHoursUnverified, term) => {
      expect(timeTerm({ maxHeldPercent: 100, reserveHours, reserveHoursUnverified })).toBe(term);
    },
  );

  it('say why the person can order less than the shop has', () => {
    const term = (...orders: Order[]) => heldTerm(orderLimits(tool, rules, orders), tool.availableQuantity);
    expect(term()).toBe('You can have up to 10 of this tool in unpaid orders.');
    expect(term(orderOf(4))).toBe('You can have up to 11 of this tool in unpaid orders. You already have 4.');
  });

  it('say nothing where the stock alone is the limit', () => {
    expect(heldTerm(orderLimits(tool, { maxHeldPercent: 100 }), 40)).toBeNull();
    expect(heldTerm(orderLimits(tool, undefined), 40)).toBeNull();
  });
});
