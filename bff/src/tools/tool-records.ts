import { hash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  decodeTool,
  encodeTool,
  isOrderRejected,
  type OrderLog,
  OrderRejectedError,
  type Origin,
  redisKeys,
  type ToolRecord,
} from '@karigar/events';
import { type AuditOrigin, auditPage, changeAudited, recordAudit } from '../audit.ts';
import type { NewTool, ToolEdit } from '../contracts/tool.ts';
import { ProblemError } from '../problem/problem-error.ts';

/** Makes the refusal for a tool that is not there, or not any more. */
export const unknownTool = () => new OrderRejectedError('TOOL_NOT_FOUND');
const conflict = (rev: number) =>
  new ProblemError('VERSION_CONFLICT', 'Someone else has just changed this tool. Reload it.', {
    members: { rev },
  });

/** Reads the tool as bytes and as a record, deleted ones included; null when there never was one. */
async function storedTool(log: OrderLog, id: string) {
  const bytes = await log.redis.commands.get(redisKeys.tool(id));
  return bytes === null ? null : { bytes, record: decodeTool(bytes) };
}

const digest = (value: unknown) => hash('sha256', JSON.stringify(value));

/** Finds a tool that is not sold any more; undefined where it is, or never was. */
export async function deletedTool(log: OrderLog, id: string) {
  const record = (await storedTool(log, id))?.record;
  return record?.deleted === true ? { ...record, availableQuantity: 0 } : undefined;
}

let latest = 0;

/** Gives the time (ms), a later one with each call: what is added in one millisecond keeps its order in a list, and its place between two pages. */
export function laterTime(): number {
  latest = Math.max(latest + 1, Date.now());
  return latest;
}

/**
 * Adds a tool once for each idempotency key of a person and answers its id. The record starts at revision 0, the stock moves it to 1,
 * and the list takes it last: a repeat after a crash goes on where the first try ended. Throws OrderRejectedError KEY_REUSED when the key
 * was used for another tool.
 */
export async function addTool(
  log: OrderLog,
  tool: NewTool,
  by: AuditOrigin,
  idempotencyKey: string = randomUUID(),
): Promise<string> {
  const id = `tool_${digest([by.uid, idempotencyKey]).slice(0, 18)}`;
  const { availableQuantity, ...fields } = tool;
  const added = digest(tool).slice(0, 16);
  const draft: ToolRecord = { id, ...fields, rev: 0, createdAt: laterTime(), added };
  const change = { key: redisKeys.tool(id), seen: null, value: encodeTool(draft) };
  await changeAudited(log.redis, [change], by, { kind: 'tool.added', subject: id, detail: { ...tool } });
  const record = (await storedTool(log, id))?.record;
  if (record === undefined) throw unknownTool();
  if (record.added !== added) throw new OrderRejectedError('KEY_REUSED');
  if (record.deleted) return id;
  // A repeat that comes at the same time may be the one that sets the stock.
  if (record.rev === 0) await changeStock(log, { ...record, rev: 1 }, { set: availableQuantity }, by);
  const entry = { score: record.createdAt, value: id };
  await log.redis.commands.zAdd(redisKeys.tools, entry);
  return id;
}

/**
 * Changes a tool and its stock in one step. With `rev` it must be the current one; without, the change is applied to whatever
 * is current. Every change moves `rev`, also one of stock alone, so that two admins never overwrite each other. An edit with
 * `rev` that is sent again, because its answer was lost, is answered like the first time. Answers whether anything changed.
 * Throws OrderRejectedError TOOL_NOT_FOUND, or OUT_OF_STOCK when fewer pieces are there than shall be taken away, and ProblemError 409
 * VERSION_CONFLICT.
 */
export async function editTool(log: OrderLog, id: string, edit: ToolEdit, by: AuditOrigin): Promise<boolean> {
  const { rev, ...wanted } = edit;
  const { availableQuantity, reason, ...fields } = wanted;
  const mark = markOf(id, edit, by);
  for (let tries = 0; tries < 5; tries += 1) {
    const current = await storedTool(log, id);
    if (current === null || current.record.deleted) throw unknownTool();
    const { bytes, record } = current;
    if (rev !== undefined && rev !== record.rev) {
      if (record.rev !== rev + 1 || record.edit !== mark) throw conflict(record.rev);
      await auditRepeat(log, record, wanted, by);
      return true;
    }
    const known: Readonly<Record<string, unknown>> = { ...record };
    // The new values, and those before of what the record itself holds.
    const after = pick(wanted, (key, value) => value !== undefined && !isSame(value, known[key]));
    if (Object.keys(after).length === 0) return false;
    const before = pick(known, (key) => key in after);
    const next = {
      ...{ ...record, ...pick(fields, (key) => key in after) },
      ...{ rev: record.rev + 1, edit: mark, changedAt: laterTime() },
    };
    const detail = { name: record.name, before, after, rev: next.rev };
    const action = { kind: 'tool.changed', subject: id, detail };
    const change = { key: redisKeys.tool(id), seen: bytes, value: encodeTool(next) };
    const stored =
      availableQuantity === undefined
        ? await changeAudited(log.redis, [change], by, action)
        : await changeStock(log, next, stockChange(availableQuantity, reason), by);
    if (!stored) continue;
    if (availableQuantity !== undefined) await recordAudit(log.redis, by, action);
    return true;
  }
  throw conflict((await storedTool(log, id))?.record.rev ?? 0);
}

/** Whether a field has this value already; a list that is absent is empty. */
const isSame = (value: unknown, known: unknown) =>
  isDeepStrictEqual(value, known ?? (Array.isArray(value) ? [] : known));

const pick = (from: object, isWanted: (key: string, value: unknown) => boolean) =>
  Object.fromEntries(Object.entries(from).filter(([key, value]) => isWanted(key, value)));

/** Tells an edit that is sent again from another one: a revision is edited once, so only its sender can send it again. */
const markOf = (id: string, edit: ToolEdit, { actor }: Origin) => digest([id, actor, edit]).slice(0, 16);

/**
 * A change of stock is audited after it was made, by the caller: if the server ended in between, by the repeated call. The
 * event of the stock names the admin in any case.
 */
async function auditRepeat(
  { redis }: OrderLog,
  { id: subject, name, rev }: ToolRecord,
  after: Omit<ToolEdit, 'rev'>,
  by: AuditOrigin,
): Promise<void> {
  const { entries } = await auditPage(redis, { search: subject, limit: 20 });
  if (entries.some((entry) => entry.subject === subject && entry.detail.rev === rev)) return;
  await recordAudit(redis, by, { kind: 'tool.changed', subject, detail: { name, after, rev } });
}

/** What an edit wants of the stock; `ToolEdit` requires a reason for taking pieces away. */
function stockChange(quantity: number | string, reason: ToolEdit['reason']) {
  if (typeof quantity === 'number') return { set: quantity };
  const pieces = Number(quantity.slice(1));
  return quantity.startsWith('+') ? { add: pieces } : { remove: pieces, reason: reason ?? 'other' };
}

/** Stores the tool together with its stock; false when somebody else was faster. */
async function changeStock(
  log: OrderLog,
  tool: ToolRecord,
  change: ReturnType<typeof stockChange>,
  by: Origin,
): Promise<boolean> {
  try {
    await log.setStock({ toolId: tool.id, tool, ...change, ...by });
    return true;
  } catch (error) {
    if (isOrderRejected(error, 'VERSION_CONFLICT')) return false;
    throw error;
  }
}

/**
 * Takes a tool off the shelf; its orders live on. Answers how many were deleted: 0 when it was gone already.
 * Throws OrderRejectedError TOOL_NOT_FOUND when there never was such a tool.
 */
export async function deleteTool(log: OrderLog, id: string, by: AuditOrigin): Promise<0 | 1> {
  for (;;) {
    const stored = await storedTool(log, id);
    if (stored === null) throw unknownTool();
    const { bytes, record } = stored;
    const value = encodeTool({ ...record, deleted: true, rev: record.rev + 1 });
    const change = { key: redisKeys.tool(id), seen: bytes, value };
    const action = { kind: 'tool.deleted', subject: id, detail: { name: record.name } };
    if (!record.deleted && !(await changeAudited(log.redis, [change], by, action))) continue;
    await log.redis.commands.zRem(redisKeys.tools, id);
    return record.deleted ? 0 : 1;
  }
}
