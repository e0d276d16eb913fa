import { openOrderLog } from '@karigar/events';
import { startReplicatedRedis } from '@karigar/events/replicated-redis';
import { origin } from '@karigar/events/sample-shop';
import { expect, it } from 'vitest';
import { runOperatorProcess } from './testing/run-operator.ts';

// The command is a process of its own.
const patience = { timeout: 60_000 };

it('tail says that the log has another history, and shows its newest events', async () => {
  const redis = await startReplicatedRedis();
  const log = await openOrderLog({ url: redis.url });
  const stop = new AbortController();
  try {
    const append = (toolId: string) => log.setStock({ toolId, set: 1, ...origin });
    await append('both');
    await redis.part();
    await append('lost');
    let out = '';
    const variables = { REDIS_URL: redis.url, DATA_DIR: '/nowhere' };
    const following = runOperatorProcess(['tail', '--from', '1'], variables, stop.signal, (said) => {
      out = said;
    });
    await expect.poll(() => out, patience).toContain('lost');
    await redis.failOver();
    await expect.poll(() => out, patience).toContain('another history');
    await expect.poll(() => append('fresh').then(() => 'written', String), patience).toBe('written');
    await expect.poll(() => out, patience).toContain('fresh');
    stop.abort();
    expect(await following).toMatchObject({ code: 0, err: '' });
    const lines = out.trim().split('\n');
    expect(lines).toEqual([
      expect.stringContaining('both'),
      expect.stringContaining('lost'),
      'The log has another history now, without event 2. Its newest events follow:',
      expect.stringContaining('both'),
      expect.stringContaining('fresh'),
    ]);
  } finally {
    stop.abort();
    await log.close();
    await redis.stop();
  }
});
