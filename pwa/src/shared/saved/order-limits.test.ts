import type { Order, Tool } from '@karigar/bff/contracts';
import { describe, expect, it } from 'vitest';
import { orderLimits, unpaidTerms } from './order-limits.ts';

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
  const limits = orderLimits(tool, rules);

  it.each([
    [
      72,
      2,
      ['An unpaid order keeps its pieces for 72 hours, or 2 hours while your email address is not verified.'],
    ],
    [1, 1, ['An unpaid order keeps its pieces for 1 hour.']],
    [
      0,
      2,
      ['An unpaid order keeps its pieces, but only for 2 hours while your email address is not verified.'],
    ],
    [0, 0, []],
  ])('say how long it is kept: %d hours, unverified %d', (reserveHours, reserveHoursUnverified, terms) => {
    const known = { maxHeldPercent: 100, reserveHours, reserveHoursUnverified };
    expect(unpaidTerms(known, orderLimits(tool, known))).toEqual(terms);
  });

  it('say what it may hold, and what others of the person hold', () => {
    const share = (given = limits) => unpaidTerms(rules, given)[1];
    expect(share()).toBe('Unpaid orders of one person may together hold 10 of this tool at most.');
    expect(share(orderLimits(tool, rules, [orderOf(4)]))).toBe(
      'Unpaid orders of one person may together hold 11 of this tool at most; yours hold 4.',
    );
  });

  it('say nothing while nobody has told', () => {
    expect(unpaidTerms(undefined, orderLimits(tool, undefined))).toEqual([]);
  });
});
