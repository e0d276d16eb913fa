import type { Redis } from 'ioredis';
import { scanSource } from '../log/log-reader.ts';
import { ChainCheck, logStart } from '../log/log-scan.ts';
import type { PastEvents } from '../log/past-events.ts';
import { wholeLog } from '../log/whole-log.ts';
import { HistoryCheck } from '../model/history-check.ts';

/**
 * Reads the whole log and answers the events that do not fit the history of their order before them: those that nothing has
 * voided, and the seqs of those that were voided.
 */
export async function findImpossible(
  redis: Redis,
  options: {
    readonly signal?: AbortSignal;
    readonly onProgress?: (seq: number) => void;
    readonly past?: PastEvents | undefined;
  } = {},
): Promise<Pick<HistoryCheck, 'impossible' | 'voided'>> {
  const chain = new ChainCheck(logStart);
  const history = new HistoryCheck();
  for await (const entries of wholeLog(scanSource(redis, options.past), 0, { signal: options.signal })) {
    for (const [id, fields] of entries) history.scan(chain.check(id, fields));
    options.onProgress?.(chain.position.seq);
  }
  return history;
}
