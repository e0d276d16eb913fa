import { setTimeout as pause } from 'node:timers/promises';
import { redisKeys } from '@karigar/events';
import { withClient } from '../measuring/filled-redis.ts';

const lookMs = 50;

/** What goes on behind the orders, by where each says that it stands. */
const behindOrders = [
  { name: 'customers', field: 'seq' },
  { name: 'notices', field: 'seq' },
];
const archiving = { name: 'archive', field: 'seq' };

/** Waits until the server has said that the archive holds the whole log. Throws after `patienceMs`. */
export const untilArchived = (port: number, patienceMs: number): Promise<void> =>
  untilAtEnd(port, [archiving], patienceMs);

/** Waits until a server has done all that its last orders left behind for later. Throws after `patienceMs`. */
export const untilCaughtUp = (port: number, archives: boolean, patienceMs: number): Promise<void> =>
  untilAtEnd(port, archives ? [...behindOrders, archiving] : behindOrders, patienceMs);

async function untilAtEnd(
  port: number,
  all: readonly { name: string; field: string }[],
  patienceMs: number,
): Promise<void> {
  const end = Date.now() + patienceMs;
  await withClient(port, async (client) => {
    for (const { name, field } of all) {
      for (;;) {
        const place = Number.parseInt((await client.hGet(redisKeys.follower(name), field)) ?? '0', 10);
        const head = Number(await client.hGet(redisKeys.meta, 'seq'));
        if (place >= head) break;
        if (Date.now() > end) throw new Error(`The log ends with event ${head}, ${name} with ${place}`);
        await pause(lookMs);
      }
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
        const archived = Number(await client.hGet(redisKeys.follower(archiving.name), archiving.field));
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
