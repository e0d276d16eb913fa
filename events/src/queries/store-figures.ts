import type { Redis } from 'ioredis';
import { recordKeys } from '../log/record-keys.ts';

/** Figures of the store that the shop's own screens do not show. */
export interface StoreFigures {
  readonly events: number;
  readonly logBytes: number;
  readonly usedBytes: number;
  readonly maxBytes: number;
  readonly persistence: {
    readonly appendonly: string;
    readonly lastWrite: string;
    readonly fileBytes: number;
  };
}

/** Reads the figures of the store. `maxBytes` 0 means no limit. */
export async function storeFigures(redis: Redis): Promise<StoreFigures> {
  const info = await redis.info();
  const read = (name: string): string => new RegExp(`^${name}:(.*)\\r?$`, 'm').exec(info)?.[1]?.trim() ?? '';
  const [events, logBytes] = await Promise.all([
    redis.xlen(recordKeys.events),
    redis.memory('USAGE', recordKeys.events),
  ]);
  return {
    events,
    logBytes: Number(logBytes ?? 0),
    usedBytes: Number(read('used_memory')),
    maxBytes: Number(read('maxmemory')),
    persistence: {
      appendonly: read('aof_enabled') === '1' ? 'yes' : 'no',
      lastWrite: read('aof_last_write_status'),
      fileBytes: Number(read('aof_current_size') || 0),
    },
  };
}
