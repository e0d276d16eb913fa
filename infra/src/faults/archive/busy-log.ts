import { openOrderLog, redisKeys } from '@karigar/events';

const atOnce = 100;
const origin = { actor: 'system:harness', correlationId: 'harness' };

/**
 * Writes about so many events that no order belongs to, and a note: the log grows over the borders of its segments quicker than by buyers alone,
 * and a record changes.
 */
export async function busyLog(redisUrl: string, events: number): Promise<void> {
  const log = await openOrderLog({ url: redisUrl, name: 'harness', commandTimeoutMs: 30_000 });
  try {
    for (let done = 0; done < events; done += atOnce)
      await Promise.all(
        Array.from({ length: atOnce }, (_, n) =>
          log.setStock({ toolId: `other-${n}`, set: Math.floor(Math.random() * 1e9), ...origin }),
        ),
      );
    await log.redis.run((connection) => connection.xAdd(redisKeys.ops, '*', { kind: 'note' }));
  } finally {
    await log.close();
  }
}
