import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { type QuantityLimits, quantityMachine, quantityView } from './quantity-machine.ts';

const limits: QuantityLimits = { min: 2, most: 5, unitPrice: 30 };

function start(input: { limits?: QuantityLimits; text?: string } = {}) {
  const actor = createActor(quantityMachine, { input: { limits, ...input } });
  actor.start();
  return { send: actor.send.bind(actor), view: () => quantityView(actor.getSnapshot()) };
}

describe('the quantity', () => {
  it('begins at the minimum with its total', () => {
    expect(start().view()).toEqual({ text: '2', quantity: 2, total: 60, fault: null, orderable: true });
  });

  it('moves by one', () => {
    const quantity = start();
    quantity.send({ type: 'increase' });
    quantity.send({ type: 'increase' });
    quantity.send({ type: 'decrease' });
    expect(quantity.view()).toMatchObject({ quantity: 3, total: 90, fault: null });
  });

  it('stays at the minimum and says the limits', () => {
    const quantity = start();
    quantity.send({ type: 'decrease' });
    expect(quantity.view()).toMatchObject({ quantity: 2, fault: 'limits', orderable: true });
  });

  it('stays at the available amount and says the limits, until the next good step', () => {
    const quantity = start({ text: '5' });
    quantity.send({ type: 'increase' });
    expect(quantity.view()).toMatchObject({ quantity: 5, fault: 'limits', orderable: true });
    quantity.send({ type: 'decrease' });
    expect(quantity.view()).toMatchObject({ quantity: 4, fault: null });
  });

  it.each([
    ['', 'missing'],
    ['  ', 'missing'],
    ['2.5', 'malformed'],
    ['-3', 'malformed'],
    ['three', 'malformed'],
    ['1', 'limits'],
    ['6', 'limits'],
    ['1,000', 'limits'],
    ['9999999999', 'limits'],
  ])('cannot be ordered when %j is typed', (text, fault) => {
    const quantity = start();
    quantity.send({ type: 'type', text });
    expect(quantity.view()).toMatchObject({ text, fault, orderable: false });
  });

  it('enters the range by one step from outside', () => {
    const quantity = start({ text: '900' });
    quantity.send({ type: 'increase' });
    expect(quantity.view()).toMatchObject({ quantity: 900, fault: 'limits' });
    quantity.send({ type: 'decrease' });
    expect(quantity.view()).toMatchObject({ quantity: 5, orderable: true });
    quantity.send({ type: 'type', text: '1' });
    quantity.send({ type: 'increase' });
    expect(quantity.view()).toMatchObject({ quantity: 2, orderable: true });
  });

  it('enters at the minimum from an empty text', () => {
    const quantity = start({ text: '' });
    quantity.send({ type: 'decrease' });
    expect(quantity.view()).toMatchObject({ quantity: 2, orderable: true });
  });

  it.each(['2.5', '2,5', 'many'])('never rewrites %j, which is no whole number', (text) => {
    const quantity = start({ text });
    for (const type of ['increase', 'decrease'] as const) {
      quantity.send({ type });
      expect(quantity.view()).toMatchObject({ text, fault: 'malformed', orderable: false });
    }
  });

  it('is judged again when stock or price change', () => {
    const quantity = start({ text: '5' });
    quantity.send({ type: 'limits', limits: { min: 2, most: 3, unitPrice: 40 } });
    expect(quantity.view()).toMatchObject({ quantity: 5, total: 200, fault: 'limits', orderable: false });
    quantity.send({ type: 'limits', limits: { min: 2, most: 1, unitPrice: 40 } });
    expect(quantity.view()).toMatchObject({ fault: 'sold-out', orderable: false });
  });

  it('understands Bengali digits', () => {
    expect(start({ text: '৪' }).view()).toMatchObject({ text: '৪', quantity: 4, orderable: true });
  });

  it('is orderable exactly inside its bounds, on every path', () => {
    const paths = getShortestPaths(quantityMachine, {
      input: { limits },
      events: [
        { type: 'increase' },
        { type: 'decrease' },
        ...['', 'x', '0', '2', '5', '9'].map((text) => ({ type: 'type' as const, text })),
        { type: 'limits', limits },
        { type: 'limits', limits: { min: 4, most: 3, unitPrice: 1 } },
      ],
    });
    expect(paths.length).toBeGreaterThan(15);
    for (const { state } of paths) {
      const { quantity, orderable, total } = quantityView(state);
      const { min, most, unitPrice } = state.context.limits;
      expect(orderable).toBe(quantity !== null && quantity >= min && quantity <= most);
      if (quantity !== null) expect(total).toBe(quantity * unitPrice);
    }
  });
});
