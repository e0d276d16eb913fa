import { decodeTool, type OrderLog, redisKeys, type ToolRecord } from '@karigar/events';
import type { Tool } from '../contracts/tool.ts';
import { folded } from '../contracts/written-text.ts';
import { type EncodedText, encodedText } from '../http/encoded-text.ts';
import { watchedReader } from './watched-reader.ts';

/** The catalogue at one moment, with what `GET /tools` answers. */
export interface CatalogueSnapshot {
  /** Newest first, deleted ones left out. */
  tools: readonly Tool[];
  byId: ReadonlyMap<string, Tool>;
  /** When each tool was last edited, or added (ms), by its id. */
  changedAt: ReadonlyMap<string, number>;
  json: EncodedText;
}

/** The tools on sale, in memory and read again when anything about them changes. */
export type Catalogue = ReturnType<typeof openCatalogue>;

/** Shows a tool record with its stock as readers see it. */
function toolOf(record: ToolRecord, availableQuantity: number) {
  const { id, added: _, edit: __, deleted: ___, changedAt: ____, createdAt, ...shown } = record;
  return { _id: id, ...shown, availableQuantity, createdAt: new Date(createdAt).toISOString() };
}

/**
 * Opens the catalogue. `timeoutMs` bounds one reading. Readers that come while it is being read wait for the same
 * reading, unless something changed after that reading began.
 */
export function openCatalogue({ log, timeoutMs }: { log: OrderLog; timeoutMs: number }) {
  // What was read last, or is being read; null as soon as anything has changed since.
  let latest: CatalogueSnapshot | Promise<CatalogueSnapshot> | null = null;
  const onChange = () => {
    latest = null;
  };
  const reader = watchedReader({ primary: log.primary, timeoutMs, onChange });

  const load = async () => {
    const stored = await reader.read(async (connection) => {
      // Reads the length of the log so that Redis tells of every append, whichever generation has the stock now.
      const [ids] = await Promise.all([
        connection.zRange(redisKeys.tools, 0, -1, { REV: true }),
        connection.xLen(redisKeys.events),
      ]);
      return Promise.all(ids.map((id) => connection.get(redisKeys.tool(id))));
    });
    // Only an open store is believed that it has no tools: readers keep what they saw of any other.
    if (stored.length === 0) await log.head();
    const records = stored
      .filter((value) => value !== null)
      .map(decodeTool)
      .filter((tool) => tool.deleted !== true);
    const stock = await log.stock(records.map((record) => record.id));
    const tools = records.map((record, index) => toolOf(record, stock[index] ?? 0));
    const byId = new Map(tools.map((tool) => [tool._id, tool]));
    const changedAt = new Map(records.map((record) => [record.id, record.changedAt ?? record.createdAt]));
    return { tools, byId, changedAt, json: encodedText(JSON.stringify(tools)) };
  };

  const read = () => {
    const reading = load();
    latest = reading;
    const settle = (snapshot: CatalogueSnapshot | null) => {
      if (latest === reading) latest = snapshot;
    };
    reading.then(settle, () => settle(null));
    return reading;
  };
  return {
    /** Takes note that this process has just changed stock, or this tool, so that its own next reader sees the change. */
    touch(toolId?: string): void {
      if (toolId !== undefined) reader.forget([redisKeys.tools, redisKeys.tool(toolId)]);
      onChange();
    },
    /** Gives the snapshot if it is current, without asking Redis; null when it has to be read first. */
    current: (): CatalogueSnapshot | null => (latest instanceof Promise ? null : latest),
    /** Gives the current snapshot. Throws `LogUnavailableError` when it has to be read and cannot. */
    async snapshot(): Promise<CatalogueSnapshot> {
      return latest ?? read();
    },
    /** Reads all anew: the store may be another one. */
    renew: reader.renew,
    close: reader.close,
  };
}

/** Folding a name takes longer than searching it. */
const foldedNames = new WeakMap<Tool, string>();

/** Finds the tools whose name holds `text`, without regard to case, accents and Unicode form; all of them for an empty text. */
export function toolsNamedLike(tools: readonly Tool[], text: string): readonly Tool[] {
  const wanted = folded(text);
  return tools.filter((tool) => {
    const name = foldedNames.get(tool) ?? folded(tool.name);
    foldedNames.set(tool, name);
    return name.includes(wanted);
  });
}
