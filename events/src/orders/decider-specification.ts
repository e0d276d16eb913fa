import { expect } from 'vitest';
import { decide } from './decide.ts';
import { foldOrder } from './evolve.ts';
import type { OrderCommand } from './order-command.ts';
import type { OrderEvent } from './order-event.ts';
import type { RejectionCode } from './rejection.ts';

/** Says in given / when / then what the rules make of a command after some events. */
export function given(...events: OrderEvent[]) {
  return {
    when(command: OrderCommand) {
      const decision = decide(command, foldOrder(events));
      return {
        thenEvent(event: OrderEvent): void {
          expect(decision).toEqual({ outcome: 'event', event });
        },
        thenNothing(): void {
          expect(decision).toEqual({ outcome: 'unchanged' });
        },
        thenRefused(code: RejectionCode, details: Record<string, unknown> = {}): void {
          expect(decision).toEqual({ outcome: 'rejected', code, details });
        },
      };
    },
  };
}
