import type { OrderLog, ToolRecord } from '@karigar/events';
import type { Notice } from './notice.ts';
import type { WaitingRecords } from './waiting-records.ts';

/** A tool with its stock, on sale or not any more. */
export type KnownTool = Pick<ToolRecord, 'name' | 'minOrderQuantity' | 'deleted'> & {
  availableQuantity: number;
};

/** What it takes to tell those who wait for a tool. */
export interface TellWaitingParts {
  log: Pick<OrderLog, 'head'>;
  waiting: Pick<WaitingRecords, 'tools' | 'forTool' | 'remove'>;
  tool: (id: string) => Promise<KnownTool | undefined>;
  /** Adds the jobs of notices. */
  add: (notices: readonly Notice[]) => Promise<void>;
}

/** Thousands may wait for one tool: Redis would not answer all reads for them in time. */
const atOnce = 100;

/** Tells those who wait for a tool that they can order it again, or that it is not sold any more, and takes them off the list. */
export async function tellWaiting(
  { log, waiting, tool, add }: TellWaitingParts,
  stopping: AbortSignal,
): Promise<void> {
  for (const subject of await waiting.tools()) {
    const found = await tool(subject);
    if (found === undefined) continue;
    const isDeleted = found.deleted === true;
    if (!isDeleted && found.availableQuantity < found.minOrderQuantity) continue;
    const kind = isDeleted ? 'discontinued' : 'back-in-stock';
    const { seq } = await log.head();
    const uids = await waiting.forTool(subject);
    for (let at = 0; at < uids.length; at += atOnce) {
      stopping.throwIfAborted();
      const some = uids.slice(at, at + atOnce);
      await add(some.map((uid) => ({ kind, subject, uid, seq })));
      await waiting.remove(subject, some);
    }
  }
}
