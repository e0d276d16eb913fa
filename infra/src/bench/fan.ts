import { fanOfNotices } from '@karigar/bff/fan-of-notices';
import { startRedis } from '@karigar/events/testing';
import type { Bench } from './bench.ts';

/** Letters and pushes to 5,000 people with 20 devices each. On a machine with other work, a command of any size may be slow: look at what it does. */
export const fan: Bench = async ({ quick }) => {
  const redis = await startRedis();
  try {
    const { jobs, seconds, slow } = await fanOfNotices(redis.url, quick ? 100 : 5_000, 20);
    console.log(`${jobs} jobs in ${Math.round(seconds)} s; ${slow.length} commands of more than 10 ms`);
    for (const [ms, command] of slow) console.log(`  ${ms} ms  ${command}`);
  } finally {
    await redis.stop();
  }
};
