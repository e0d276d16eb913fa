import { type Store, type StoreOptions, storeOf } from './generation-reader.ts';
import { LogClient } from './log-client.ts';
import { LogUnavailableError, messageOf } from './log-errors.ts';
import type { Primary } from './primary.ts';

/** How long a Redis may take until it answers at all (ms). */
const firstAnswerMs = 10_000;
/** Far longer than any answer takes: beyond it Redis hangs (ms). */
const answerMs = 60_000;

/** A store on one connection of its own, for work through the whole log. */
export interface Scan extends Store {
  /** Ends the connection; calls in flight fail. */
  close(): Promise<void>;
}

/**
 * Opens a store for long work, which must not hold up the shop's own connections. Its answers come in the order of the questions. It never
 * connects again: once the connection is lost every call throws `LogUnavailableError`, and the work is started again. The signal aborts
 * connecting. Throws `LogUnavailableError` when Redis does not answer.
 *
 * @param place address of Redis as `readRedisAddress` takes it, or what finds the primary
 * @param name name of the connection in CLIENT LIST
 */
export async function openScan(
  place: string | Primary,
  name: string,
  { signal, ...options }: StoreOptions & { signal?: AbortSignal | undefined } = {},
): Promise<Scan> {
  signal?.throwIfAborted();
  const client = new LogClient({ place, name, timeoutMs: answerMs, once: true });
  const { promise: givenUp, reject } = Promise.withResolvers<never>();
  // Closing alone would wait for the search of the primary, which has the time of a long answer.
  const giveUp = (): void => {
    reject(new LogUnavailableError(`Redis did not answer within ${firstAnswerMs} ms`));
    void client.close();
  };
  signal?.addEventListener('abort', giveUp, { once: true });
  const late = setTimeout(giveUp, firstAnswerMs);
  try {
    // A wrong password shows in the first answer only, not in connecting.
    await Promise.race([client.run((connection) => connection.ping()), givenUp]);
  } catch (error) {
    await client.close();
    signal?.throwIfAborted();
    throw new LogUnavailableError(`No Redis answers: ${messageOf(error)}`, error);
  } finally {
    clearTimeout(late);
    signal?.removeEventListener('abort', giveUp);
  }
  return { ...storeOf(client, options), close: () => client.close() };
}
