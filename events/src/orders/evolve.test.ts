import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldOrder } from '../testing/decider-specification.ts';
import { decide } from './decide.ts';
import { OrderRejectedError } from './decision.ts';
import { evolve, ImpossibleHistoryError } from './evolve.ts';
import type { OrderCommand } from './order-command.ts';
import type { OrderEvent } from './order-event.ts';
import { initialState, isLive } from './order-state.ts';

const place: OrderCommand = {
  type: 'place-order',
  tool: { id: 't', name: 'Tool', price: 7, minOrderQuantity: 1, description: '', image: '' },
  quantity: 4,
  unitPrice: null,
  buyer: { uid: 'u', person: 'sealed' },
};
const commands: fc.Arbitrary<OrderCommand> = fc.oneof(
  fc.constant(place),
  fc.constantFrom('pi_1', 'pi_2').map((transactionId) => ({ type: 'pay-order' as const, transactionId })),
  fc.tuple(fc.boolean(), fc.boolean()).map(([despiteCancellation, despiteDispute]) => ({
    type: 'ship-order' as const,
    despiteCancellation,
    despiteDispute,
    carrier: null,
    trackingNumber: 'T-1',
  })),
  fc
    .option(fc.nat(2), { nil: null })
    .map((seen) => ({ type: 'correct-order' as const, person: 'sealed anew', seen })),
  fc.constant({ type: 'delete-order' as const, reason: 'customer' }),
);

/** Runs commands one after another as the command handler does, without a log. */
function run(list: readonly OrderCommand[]): OrderEvent[] {
  const events: OrderEvent[] = [];
  for (const command of list) {
    const decision = decide(command, foldOrder(events));
    if (decision !== null && !(decision instanceof OrderRejectedError)) events.push(decision);
  }
  return events;
}

describe('any sequence of commands', () => {
  it('makes a history that can be folded, of three events at most beside corrections', () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 30 }), (list) => {
        const events = run(list);
        expect(() => foldOrder(events)).not.toThrow();
        expect(events.filter(({ type }) => type !== 'order.corrected').length).toBeLessThanOrEqual(3);
      }),
    );
  });

  it('changes nothing when it is repeated whole', () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 20 }), (list) => {
        const once = run(list);
        const last = list.at(-1);
        if (last === undefined) return;
        expect(run([...list, last])).toEqual(once);
      }),
    );
  });

  it('frees stock at most once', () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 30 }), (list) => {
        const events = run([place, ...list]);
        const freed = events.filter((event) => event.type === 'order.deleted').length;
        expect(freed).toBe(isLive(foldOrder(events)) ? 0 : 1);
      }),
    );
  });
});

describe('evolve', () => {
  it.each<OrderEvent>([
    { type: 'order.paid', data: { transactionId: 'pi', amount: 1 } },
    { type: 'order.shipped', data: { carrier: null, trackingNumber: null } },
    { type: 'order.deleted', data: { reason: 'customer' } },
  ])('refuses to begin a history with $type', (event) => {
    expect(() => evolve(initialState(), event, 1)).toThrow(ImpossibleHistoryError);
  });

  it('refuses what cannot follow', () => {
    const events = run([place, { type: 'pay-order', transactionId: 'pi' }]);
    expect(() => foldOrder([...events, ...events])).toThrow(ImpossibleHistoryError);
    expect(() => foldOrder([...events, { type: 'order.deleted', data: { reason: 'customer' } }])).toThrow(
      'order.deleted cannot happen to an order that is paid',
    );
  });
});
