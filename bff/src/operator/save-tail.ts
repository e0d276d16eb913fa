import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EventLine, type LogTail } from '@karigar/events';
import { z } from 'zod';
import { Manifest, readChecked, writeChecked } from './checked-file.ts';
import { OperatorError } from './operator-error.ts';

/** Where a saved tail begins and ends. */
const TailManifest = Manifest.extend({
  node: z.string(),
  shop: z.string(),
  epoch: z.int(),
  /** The last event before it, which the primary has as well. */
  shared: z.int(),
  head: z.strictObject({ seq: z.int(), hash: z.string() }),
});

/** A tail in a file: its path, and what happened in it to whom. */
export interface SavedTail {
  readonly file: string;
  readonly events: number;
  /** By order or tool: the events, in their order. */
  readonly bySubject: ReadonlyMap<string, readonly SavedEvent[]>;
}

interface SavedEvent {
  readonly seq: number;
  readonly type: string;
}

/**
 * Saves the events that only one node has into a new file of the folder, in the lines of an export, and reads it back. Throws
 * `OperatorError` when it is not whole, and what the disk and Redis throw.
 */
export async function saveTail(folder: string, node: string, tail: LogTail): Promise<SavedTail> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const file = join(folder, `${node.replaceAll(/[^\w.-]/g, '-')}-epoch-${tail.epoch}-${time}.ndjson.gz`);
  const partial = `${file}.part`;
  const { shared, seq, hash, epoch, shop } = tail;
  const bySubject = new Map<string, SavedEvent[]>();
  let last = shared;
  try {
    await writeChecked(partial, tail.lines(), { node, shop, epoch, shared, head: { seq, hash } }, 0o600);
    const format = { what: 'saved tail', line: EventLine, manifest: TailManifest };
    await readChecked(partial, format, (line) => {
      last += 1;
      const { subject, event } = savedEvent(line);
      if (event.seq !== last)
        throw new OperatorError(`Event ${last} is missing at ${node}. Nothing was changed.`);
      bySubject.set(subject, [...(bySubject.get(subject) ?? []), event]);
    });
    if (last !== seq)
      throw new OperatorError(`Event ${last + 1} is missing at ${node}. Nothing was changed.`);
    await rename(partial, file);
    await flushFolder(folder);
  } finally {
    await rm(partial, { force: true });
  }
  return { file, events: seq - shared, bySubject };
}

function savedEvent({ id, f }: EventLine): { subject: string; event: SavedEvent } {
  const [subject = '', , type = ''] = f;
  return { subject, event: { seq: Number.parseInt(id, 10), type } };
}

/** The name of a new file is on disk only when its folder is. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
