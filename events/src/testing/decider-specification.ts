import { expect } from 'vitest';
import { decide } from '../orders/decide.ts';
import { OrderRejectedError, type RejectionCode } from '../orders/decision.ts';
import { evolve } from '../orders/evolve.ts';
import type { OrderCommand } from '../orders/order-command.ts';
import type { OrderEvent } from '../orders/order-event.ts';
import { initialState, type OrderState } from '../orders/order-state.ts';

/** Folds the events of one order, oldest first, into its state. Throws what `evolve` throws. */
export function foldOrder(events: readonly OrderEvent[]): OrderState {
  return events.reduce<OrderState>((state, event, index) => evolve(state, event, index + 1), initialState());
}

/** Says in given / when / then what the rules make of a command after some events. */
export function given(...events: OrderEvent[]) {
  return {
    when(command: OrderCommand) {
      const decision = decide(command, foldOrder(events));
      return {
        thenEvent(event: OrderEvent): void {
          expect(decision).toEqual(event);
        },
        thenNothing(): void {
          expect(decision).toBeNull();
        },
        thenRefused(code: RejectionCode, details: Record<string, unknown> = {}): void {
          expect(decision).toBeInstanceOf(OrderRejectedError);
          expect(decision).toMatchObject({ code, details });
        },
      };
    },
  };
}
