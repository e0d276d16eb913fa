import { setTimeout as delay } from 'node:timers/promises';
import { type AppendAnswer, type AppendGuards, type AppendRequest, append } from '../log/append.ts';
import type { GenerationKeys } from '../log/generation-keys.ts';
import { GenerationMovedError, type Store } from '../log/generation-reader.ts';
import { LogUnavailableError, ReadModelDamagedError, StoreClosedError } from '../log/log-errors.ts';
import type { OrderRecord } from '../model/order-record.ts';
import { advance } from '../model/project.ts';
import { OrderRejectedError, type RejectionCode } from '../orders/decision.ts';
import type { OrderEvent } from '../orders/order-event.ts';

/** Who gives a command, and the id under which the server's journal has the request. */
export interface Origin {
  /** user:<uid>, admin:<uid>, system:<what> or ops:<who>. */
  actor: string;
  correlationId: string;
}

type Written = Extract<AppendAnswer, { kind: 'OK' }>;

/** An event to append, and the answer once it is written. */
export interface AppendTurn<T> {
  append: AppendRequest;
  answerOf: (written: Written) => T;
  /** Makes the refusal when fewer pieces are available than the guards need. */
  outOfStock?: (available: number) => OrderRejectedError;
  /** Decided from a cache: when the log knows better, that is no lost race. */
  cached?: boolean;
}
/** What one turn of a command came to. */
type Turn<T> = AppendTurn<T> | { answer: T };

/** A writer that loses more races than this against others gets `VERSION_CONFLICT` instead of trying for ever. */
const mostRaces = 3;
/** Longest wait for a fence (ms): twice what a rebuild may hold it. */
const fenceTimeoutMs = 500;

/**
 * Repeats `turn` (read, decide) and the append that it asks for, while others are faster or a rebuild takes over. Throws
 * the refusal of the append script, `VERSION_CONFLICT` at the fourth lost race, and `LogUnavailableError` when a fence does
 * not open.
 */
export async function appendUntilDecided<T>(
  store: Store,
  turn: (keys: GenerationKeys) => Promise<Turn<T>>,
): Promise<T> {
  const { client, reader } = store;
  const fenceDeadline = performance.now() + fenceTimeoutMs;
  let races = 0;
  const decide = async (keys: GenerationKeys): Promise<T> => {
    for (;;) {
      const decided = await turn(keys);
      if ('answer' in decided) return decided.answer;
      const answer = await append(store, keys, decided.append);
      switch (answer.kind) {
        case 'OK':
          return decided.answerOf(answer);
        case 'GEN':
          throw new GenerationMovedError();
        case 'UNSEEN':
          // Another order of the same person was placed: these repetitions end.
          break;
        case 'VERSION':
        case 'STALE_TOOL':
          if (decided.cached === true) break;
          races += 1;
          if (races > mostRaces) throw new OrderRejectedError('VERSION_CONFLICT');
          break;
        case 'FENCED':
          if (performance.now() > fenceDeadline)
            throw new LogUnavailableError('A rebuild is taking over; try again');
          await delay(2 + Math.random() * 3);
          break;
        case 'CODE':
          throw new LogUnavailableError(
            `The read models were built by another release or in another time zone (${answer.detail}): run a rebuild with this one`,
          );
        case 'CLOSED':
          throw new StoreClosedError(answer.detail as 'remains');
        case 'REFUSED':
          throw new OrderRejectedError(answer.detail as RejectionCode);
        case 'STOCK':
          throw decided.outOfStock?.(Number(answer.detail)) ?? new OrderRejectedError('OUT_OF_STOCK');
        case 'TX':
          throw new OrderRejectedError('TRANSACTION_USED', { orderId: answer.detail });
        case 'LOST':
          throw new ReadModelDamagedError(
            `The read models disagree about ${decided.append.subject}, so nothing was written`,
          );
        default:
          answer satisfies never;
      }
    }
  };
  return client.confirmed(() => reader.follow(decide));
}

/** The turn that appends an event to an order, as long as the order is in the state of `record`. */
export function appendToOrder<T>(
  orderId: string,
  record: OrderRecord,
  event: OrderEvent,
  { actor, correlationId }: Origin,
  guards: AppendGuards,
  answer: (record: OrderRecord) => T,
): AppendTurn<T> {
  const { history, requestHash } = record;
  const { after, patch } = advance(orderId, record, event);
  return {
    append: {
      subject: orderId,
      event,
      actor,
      correlationId,
      requestHash: event.type === 'order.created' ? requestHash : '',
      guards: { ...guards, expectedVersion: history.length },
      patch,
    },
    answerOf: ({ seq, ts }) => answer({ requestHash, history: [...history, { seq, ts }], state: after }),
  };
}
