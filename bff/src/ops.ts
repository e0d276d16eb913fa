import { changeRecords, type RedisClient, redisKeys } from '@karigar/events';

/** Something an operator, or the shop on its own, did or has to look at. `detail` is free JSON. */
export interface OpsRecord {
  kind: string;
  who: string;
  why: string;
  detail: Readonly<Record<string, unknown>>;
}

/** A record with its id in the stream and its time (ms). */
export interface OpsEntry extends OpsRecord {
  id: string;
  ts: number;
}

/** The fields of the entry that holds a record. */
export const entryFields = <T extends { detail: unknown }>(record: T) => ({
  ...record,
  detail: JSON.stringify(record.detail),
});

/** Reads a record out of its entry. */
export const entryOf = <T>(id: string, { detail = '{}', ...texts }: Readonly<Record<string, string>>): T =>
  ({ id, ts: Number.parseInt(id, 10), ...texts, detail: JSON.parse(detail) }) as T;

/** How long a note that is made once is remembered (seconds). */
const onceForSeconds = 90 * 24 * 3_600;

/**
 * Records what an operator or the shop itself did, or what a person has to look at. With `once`, which names the note, the first call of all
 * with this name makes it, and the others do nothing. Throws `StoreClosedError` for such a note where there is no shop.
 */
export async function recordOps(
  client: RedisClient,
  { kind, who, why, detail }: OpsRecord,
  once?: string,
): Promise<void> {
  const fields = entryFields({ kind, who, why, detail });
  if (once === undefined) {
    await client.commands.xAdd(redisKeys.ops, '*', fields);
    return;
  }
  const key = redisKeys.lease(`told:${once}`);
  const entry = Object.entries(fields).flat();
  await changeRecords(client, [{ key, seen: null, value: '1' }], entry, redisKeys.ops);
  await client.commands.expire(key, onceForSeconds, 'NX');
}

/** The newest records, newest first. */
export async function opsEntries(client: RedisClient, count: number): Promise<OpsEntry[]> {
  const entries = await client.commands.xRevRange(redisKeys.ops, '+', '-', { COUNT: count });
  return (entries ?? []).map(({ id, message }) => entryOf<OpsEntry>(id, message));
}
