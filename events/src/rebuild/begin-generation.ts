import type { Redis } from 'ioredis';
import { genesisHash } from '../log/event-fields.ts';
import { type GenerationKeys, generationKeys } from '../log/generation-keys.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { projectionCode } from '../model/project.ts';
import { beginScript } from './rebuild-scripts.ts';

/**
 * Begins a generation, or answers the one that this code is building already. Its number is the time of Redis (ms), or one
 * more than the last where the clock was set back: a number never comes twice, not even after the head of the log was lost.
 */
export async function beginGeneration(redis: Redis): Promise<{ keys: GenerationKeys; resumed: boolean }> {
  for (;;) {
    const [builds, [seconds, micros], next] = await Promise.all([
      redis.hgetall(redisKeys.builds),
      redis.time(),
      redis.hget(redisKeys.meta, 'nextGen'),
    ]);
    const others = Object.keys(builds).filter((gen) => {
      const text = builds[gen] ?? '';
      return text.startsWith('building ') && !text.startsWith(`building ${projectionCode} `);
    });
    const proposed = Math.max(
      Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000),
      Number(next ?? 0),
    );
    const checkpoints = [proposed, ...others.map(Number)].map((gen) => generationKeys(gen).checkpoint);
    const [gen, resumed] = (await redis.eval(
      beginScript,
      2 + checkpoints.length,
      ...[redisKeys.meta, redisKeys.builds, ...checkpoints],
      ...[projectionCode, Date.now(), genesisHash, proposed, ...others],
    )) as [string?, string?];
    // Another rebuild has begun or ended one in between: looks again.
    if (gen !== undefined) return { keys: generationKeys(Number(gen)), resumed: resumed === '1' };
  }
}
