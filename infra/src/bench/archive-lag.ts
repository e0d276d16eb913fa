import { setTimeout as pause } from 'node:timers/promises';
import { redisKeys } from '@karigar/events';
import { withClient } from '../measuring/filled-redis.ts';

const archiveState = redisKeys.follower('archive');
const lookMs = 50;

/** Waits until the server has said that the archive holds the whole log. Throws after `patienceMs`. */
export async function untilArchived(port: number, patienceMs: number): Promise<void> {
  const end = Date.now() + patienceMs;
  await withClient(port, async (client) => {
    for (;;) {
      const archived = Number(await client.hGet(archiveState, 'seq'));
      const head = Number(await client.hGet(redisKeys.meta, 'seq'));
      if (archived >= head) return;
      if (Date.now() > end) throw new Error(`The archive ends with event ${archived}, the log with ${head}`);
      await pause(lookMs);
    }
  });
}

/**
 * While `work` runs, looks again and again for how long the oldest event that is not in the archive has been waiting for it (ms, by the clock of
 * Redis; 0 where all are); what the server says only counts once it was read back.
 */
export function lagsWhile(port: number, work: () => Promise<unknown>): Promise<number[]> {
  return withClient(port, async (client) => {
    const lags: number[] = [];
    let working = true;
    const looking = (async () => {
      while (working) {
        const archived = Number(await client.hGet(archiveState, 'seq'));
        const [waiting] =
          (await client.xRange(redisKeys.events, `${archived + 1}-0`, '+', { COUNT: 1 })) ?? [];
        const [seconds, micros] = await client.time();
        const now = Number(seconds) * 1_000 + Number(micros) / 1_000;
        lags.push(waiting === undefined ? 0 : Math.max(0, now - Number(waiting.message.ts)));
        await pause(lookMs);
      }
    })();
    try {
      await work();
    } finally {
      working = false;
      await looking;
    }
    return lags;
  });
}
