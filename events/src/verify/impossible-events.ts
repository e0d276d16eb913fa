import { ChainCheck, logStart } from '../log/chain-check.ts';
import type { LogReader } from '../log/log-reader.ts';
import { HistoryCheck } from '../model/history-check.ts';

/**
 * Reads the whole log and answers the events that do not fit the history of their order before them: those that nothing has
 * voided, and the seqs of those that were voided.
 */
export async function findImpossible(
  log: LogReader,
  signal: AbortSignal | undefined,
  onProgress: (seq: number) => void,
): Promise<Pick<HistoryCheck, 'impossible' | 'voided'>> {
  const chain = new ChainCheck(logStart);
  const history = new HistoryCheck();
  for await (const entries of log.batches(0, { signal })) {
    for (const [id, fields] of entries) history.scan(chain.check(id, fields));
    onProgress(chain.position.seq);
  }
  return history;
}
