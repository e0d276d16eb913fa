import { randomBytes } from 'node:crypto';
import {
  type AuditOrigin,
  changeAudited,
  decodeTool,
  encodeTool,
  type OrderLog,
  OrderRejectedError,
  type Origin,
  redisKeys,
  type ToolRecord,
} from '@karigar/events';
import type { NewTool, ToolEdit } from '../contracts/tool.ts';
import { ProblemError } from '../problem/problem-error.ts';

/** Makes the refusal for a tool that is not there, or not any more. */
export const unknownTool = () => new OrderRejectedError('TOOL_NOT_FOUND');
const conflict = (rev: number) =>
  new ProblemError('VERSION_CONFLICT', 'Somebody else has just changed this tool. Load it again.', {
    members: { rev },
  });

/** Reads the tool as bytes and as a record, deleted ones included; null when there never was one. */
async function storedTool(log: OrderLog, id: string) {
  const bytes = await log.redis.run((connection) => connection.get(redisKeys.tool(id)));
  return bytes === null ? null : { bytes, record: decodeTool(bytes) };
}

/**
 * Adds a tool and answers its id. It is listed last of all, so that nobody sees it without its stock; a crash in between
 * leaves an unlisted record, never a half tool on sale.
 */
export async function addTool(log: OrderLog, tool: NewTool, by: AuditOrigin): Promise<string> {
  const id = `tool_${randomBytes(9).toString('hex')}`;
  const { availableQuantity, ...fields } = tool;
  const record: ToolRecord = { id, ...fields, rev: 1, createdAt: Date.now() };
  const action = { kind: 'tool.added', subject: id, detail: { ...tool } };
  await changeAudited(
    log.redis,
    [{ key: redisKeys.tool(id), seen: null, value: encodeTool(record) }],
    by,
    action,
  );
  await log.setStock({ toolId: id, set: availableQuantity, ...by });
  const entry = { score: record.createdAt, value: id };
  await log.redis.run((connection) => connection.zAdd(redisKeys.tools, entry));
  return id;
}

/**
 * Changes a tool. With `rev` it must be the current one; without, the change is applied to whatever is current. Every
 * change moves `rev`, also one of stock alone, so that two admins never overwrite each other. Answers whether anything
 * changed. Throws OrderRejectedError TOOL_NOT_FOUND or ProblemError 409 VERSION_CONFLICT.
 */
export async function editTool(log: OrderLog, id: string, edit: ToolEdit, by: AuditOrigin): Promise<boolean> {
  const { rev, availableQuantity, ...fields } = edit;
  for (let tries = 0; tries < 5; tries += 1) {
    const stored = await storedTool(log, id);
    if (stored === null || stored.record.deleted) throw unknownTool();
    const { bytes, record } = stored;
    if (rev !== undefined && rev !== record.rev) throw conflict(record.rev);
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const changed = Object.entries(given).some(([key, value]) => record[key as keyof ToolRecord] !== value);
    if (!changed && availableQuantity === undefined) return false;
    const next: ToolRecord = { ...record, ...given, rev: record.rev + 1 };
    const change = { key: redisKeys.tool(id), seen: bytes, value: encodeTool(next) };
    const detail = changedFields(record, { ...given, availableQuantity });
    if (!(await changeAudited(log.redis, [change], by, { kind: 'tool.changed', subject: id, detail })))
      continue;
    if (availableQuantity !== undefined) await changeStock(log, id, availableQuantity, by);
    return true;
  }
  throw conflict((await storedTool(log, id))?.record.rev ?? 0);
}

/** What an edit changes, for the audit: the new values, and those before of what the record itself holds. */
function changedFields(record: ToolRecord, given: Readonly<Record<string, unknown>>) {
  const before: Readonly<Record<string, unknown>> = { ...record };
  const changed = Object.entries(given).filter(
    ([key, value]) => value !== undefined && before[key] !== value,
  );
  return {
    name: record.name,
    before: Object.fromEntries(changed.flatMap(([key]) => (key in before ? [[key, before[key]]] : []))),
    after: Object.fromEntries(changed),
  };
}

const changeStock = (log: OrderLog, toolId: string, quantity: number | string, by: Origin) =>
  typeof quantity === 'string'
    ? log.setStock({ toolId, add: Number(quantity.slice(1)), ...by })
    : log.setStock({ toolId, set: quantity, ...by });

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
    await log.redis.run((connection) => connection.zRem(redisKeys.tools, id));
    return record.deleted ? 0 : 1;
  }
}
