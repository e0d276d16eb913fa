import { setTimeout as delay } from 'node:timers/promises';
import type { AppendAnswer } from '../log/append.ts';
import type { GenerationKeys } from '../log/generation-keys.ts';
import type { GenerationReader } from '../log/generation-reader.ts';
import { LogUnavailableError } from '../log/log-errors.ts';
import { restoringCode } from '../model/project.ts';
import { OrderRejectedError } from '../orders/rejection.ts';

/** Who asks, and under which id the request can be found in the server's own journal. */
export interface Origin {
  /** user:<uid>, admin:<email>, system:<what> or ops:<who>. */
  readonly actor: string;
  readonly correlationId: string;
}

/** Why an attempt has to be made once more; nothing was written. */
export type Again = 'generation' | 'version' | 'tool' | 'fence';
/** How one attempt ended. */
export type Attempt<T> = { readonly done: T } | { readonly again: Again };

/** A writer that loses this often against others is told so instead of trying for ever. */
const races = 3;
/** A rebuild holds its fence for a quarter of a second at most. */
const fencePatienceMs = 500;

/**
 * Repeats `attempt` (read, decide, append) while others are faster or a rebuild takes over. Throws `VERSION_CONFLICT`
 * after three lost races and `LogUnavailableError` when a fence does not open.
 */
export async function persist<T>(
  reader: GenerationReader,
  attempt: (keys: GenerationKeys) => Promise<Attempt<T>>,
): Promise<T> {
  const counts = { version: 0, tool: 0, generation: 0 };
  const opened = performance.now() + fencePatienceMs;
  let keys = await reader.keys();
  for (;;) {
    const result = await attempt(keys);
    if ('done' in result) return result.done;
    if (result.again === 'fence') {
      if (performance.now() > opened) throw new LogUnavailableError('A rebuild is taking over; try again');
      await delay(2 + Math.random() * 3);
      continue;
    }
    counts[result.again] += 1;
    if (counts[result.again] > races) throw giveUp(result.again);
    if (result.again === 'generation') keys = await reader.reload();
  }
}

function giveUp(reason: Exclude<Again, 'fence'>): Error {
  return reason === 'generation'
    ? new LogUnavailableError('The read models are being replaced again and again')
    : new OrderRejectedError('VERSION_CONFLICT');
}

/** Reads an append's answer: what was written, a reason to try again, or a refusal, which is thrown. */
export function settle(
  answer: AppendAnswer,
  minimum: number,
): Extract<AppendAnswer, { kind: 'ok' }> | { readonly kind: 'again'; readonly again: Again } {
  switch (answer.kind) {
    case 'ok':
      return answer;
    case 'generation-moved':
      return { kind: 'again', again: 'generation' };
    case 'version-moved':
      return { kind: 'again', again: 'version' };
    case 'stale-tool':
      return { kind: 'again', again: 'tool' };
    case 'fenced':
      return { kind: 'again', again: 'fence' };
    case 'other-code':
      throw new LogUnavailableError(
        answer.code.startsWith(restoringCode)
          ? 'A backup is being restored into this store'
          : `The read models were built by another release (${answer.code}): run a rebuild with this one`,
      );
    case 'no-tool':
      throw new OrderRejectedError('TOOL_NOT_FOUND');
    case 'out-of-stock':
      throw new OrderRejectedError('OUT_OF_STOCK', { available: answer.available, minimum });
    case 'transaction-used':
      throw new OrderRejectedError('TRANSACTION_USED', { orderId: answer.owner });
    case 'intent-changed':
      throw new OrderRejectedError('INTENT_CHANGED');
    default:
      return answer satisfies never;
  }
}
