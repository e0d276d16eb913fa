import { changeRecords, type RecordChange, type RedisClient, redisKeys } from '@karigar/events';
import { folded } from '@karigar/events/folded-text';
import { entryFields, entryOf } from './ops.ts';

/** Who acts, and the id under which the server's journal has the request. */
export interface AuditOrigin {
  /** admin:<email>, or ops:<who> for an operator */
  actor: string;
  /** The account behind the address, which may be another one's later; of an operator, who has none, the same as `actor`. */
  uid: string;
  correlationId: string;
}

/** What an admin did: its kind, such as `tool.changed`, and to what, an id or an address. `detail` is free JSON. */
export interface AuditAction {
  kind: string;
  subject: string;
  detail?: Readonly<Record<string, unknown>>;
}

/** What one admin did, as the record holds it, with its id in the stream and its time (ms). */
export interface AuditEntry extends AuditOrigin, Required<AuditAction> {
  id: string;
  ts: number;
}

/** Records what an admin did. Throws `StoreClosedError` where there is no shop, and `LogUnavailableError`. */
export async function recordAudit(client: RedisClient, by: AuditOrigin, action: AuditAction): Promise<void> {
  await changeAudited(client, [], by, action);
}

/**
 * Changes plain records and records who did it, in one step; answers false, with nothing done, when another writer was first.
 * Throws `StoreClosedError` where there is no shop, and `LogUnavailableError`; the outcome is then unknown.
 */
export async function changeAudited(
  client: RedisClient,
  changes: readonly RecordChange[],
  by: AuditOrigin,
  { kind, subject, detail = {} }: AuditAction,
): Promise<boolean> {
  const { actor, uid, correlationId } = by;
  const entry = entryFields({ kind, actor, uid, subject, detail, correlationId });
  return changeRecords(client, changes, Object.entries(entry).flat());
}

const perRead = 500;
/** How far back one page looks at most: a search for what is rare goes on with the next page. */
const mostLookedAt = 5_000;

/**
 * Lists what admins did, newest first, from before the entry `cursor` on: entries that hold `search` in any of their texts, without
 * regard to case. `nextCursor` is null at the end of the record; a page may hold fewer entries than `limit`, or none, before it.
 */
export async function auditPage(
  client: RedisClient,
  { search, limit, cursor }: { search: string; limit: number; cursor?: string | undefined },
): Promise<{ entries: AuditEntry[]; nextCursor: string | null }> {
  const entries: AuditEntry[] = [];
  let end = cursor === undefined ? '+' : `(${cursor}`;
  for (let readOnly = 0; readOnly < mostLookedAt; readOnly += perRead) {
    const read = (await client.commands.xRevRange(redisKeys.audit, end, '-', { COUNT: perRead })) ?? [];
    for (const { id, message } of read) {
      if (!folded(Object.values(message).join('\n')).includes(folded(search))) continue;
      entries.push(entryOf(id, message));
      if (entries.length === limit) return { entries, nextCursor: id };
    }
    const last = read.at(-1);
    if (last === undefined || read.length < perRead) return { entries, nextCursor: null };
    end = `(${last.id}`;
  }
  return { entries, nextCursor: end.slice(1) };
}
