import type { RedisClient } from './redis-connection.ts';
import { redisKeys } from './redis-keys.ts';

/** Something an operator, or the shop on its own, did or has to look at. `detail` is free JSON. */
export interface OpsRecord {
  readonly kind: string;
  readonly who: string;
  readonly why: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** A record with its id in the stream and its time (ms). */
export interface OpsEntry extends OpsRecord {
  readonly id: string;
  readonly ts: number;
}

/** Records what an operator or the shop itself did, or what a person has to look at. */
export async function recordOps(client: RedisClient, entry: OpsRecord): Promise<void> {
  await client.run((connection) =>
    connection.xAdd(redisKeys.ops, '*', {
      kind: entry.kind,
      who: entry.who,
      why: entry.why,
      detail: JSON.stringify(entry.detail),
    }),
  );
}

/** The newest records, newest first. */
export async function opsEntries(client: RedisClient, count: number): Promise<OpsEntry[]> {
  const entries = await client.run((connection) =>
    connection.xRevRange(redisKeys.ops, '+', '-', { COUNT: count }),
  );
  return (entries ?? []).map(({ id, message }) => ({
    id,
    ts: Number.parseInt(id, 10),
    kind: message.kind ?? '',
    who: message.who ?? '',
    why: message.why ?? '',
    detail: JSON.parse(message.detail ?? '{}') as Record<string, unknown>,
  }));
}
