import type { Operations } from '@karigar/bff/contracts';
import { byteSize } from './byte-size.ts';

/** A replica confirms each second: one that was not heard for longer is worth a word. */
const usualSilenceSeconds = 2;

/** Says in a few words which copies of the log there are, and whether orders wait for one that is not there. */
export function replicasText({
  wanted,
  connected,
  behindBytes,
  silentSeconds,
}: Operations['replicas']): string {
  if (wanted === 0 && connected === 0) return 'none; the log is on one disk';
  const there = wanted === 0 ? `${connected} connected` : `${connected} of ${wanted} connected`;
  const parts = [there];
  if (connected < wanted) parts.push('orders are paused until the others reconnect');
  if (connected > 0) parts.push(behindBytes === 0 ? 'up to date' : `${byteSize(behindBytes)} behind`);
  if (silentSeconds > usualSilenceSeconds) parts.push(`no response for ${silentSeconds} s`);
  if (wanted === 0) parts.push('orders do not wait for replicas');
  return parts.join(', ');
}
