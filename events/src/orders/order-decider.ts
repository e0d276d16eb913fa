import { decide } from './decide.ts';
import { evolve } from './evolve.ts';
import type { OrderEvent } from './order-event.ts';
import { initialState, type OrderState } from './order-state.ts';

/** The rules of an order as one value: what may happen, what it changes, and where it begins. */
export const orderDecider = { decide, evolve, initialState } as const;

/** The state after these events of one order, oldest first. Throws when they cannot follow each other. */
export function foldOrder(events: readonly OrderEvent[]): OrderState {
  return events.reduce<OrderState>(
    (state, event, index) => orderDecider.evolve(state, event, index + 1),
    orderDecider.initialState(),
  );
}
