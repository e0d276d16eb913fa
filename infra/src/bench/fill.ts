import { startFilledRedis } from '../measuring/filled-redis.ts';
import type { Bench } from './bench.ts';

/** `fill N`: makes the filled store that the large benchmarks start from, or says that it is there. No figure. */
export const fill: Bench = async ({ quick, args }) => {
  const orders = Number(args[0] ?? (quick ? 5_000 : 1_000_000));
  if (!Number.isSafeInteger(orders) || orders < 1) throw new Error('fill takes a number of orders');
  const redis = await startFilledRedis(orders);
  try {
    console.log(`A store with ${orders} orders is kept for the other benchmarks.`);
  } finally {
    await redis.stop();
  }
};
