import { decodeTool, type OrderLog, recordKeys, type ToolRecord } from '@karigar/events';
import type { Tool } from '../contracts/tool.ts';
import { type PackedJson, packJson } from '../http/packed-json.ts';
import { watchedReader } from './watched-reader.ts';

/** The catalogue at one moment, with what `GET /tools` answers. */
export interface CatalogueSnapshot {
  /** Newest first, deleted ones left out. */
  readonly tools: readonly Tool[];
  readonly byId: ReadonlyMap<string, Tool>;
  readonly json: PackedJson;
}

/** The tools on sale, kept in memory and renewed when anything about them changes. */
export interface Catalogue {
  /** Throws `LogUnavailableError` when it has changed and cannot be read. */
  snapshot(): Promise<CatalogueSnapshot>;
  /** The snapshot if it is known to be current, without asking anyone; null when it has to be read first. */
  current(): CatalogueSnapshot | null;
  /** Says that this process has just changed stock, or this tool, so that its own next reader sees it for sure. */
  touch(toolId?: string): void;
  close(): Promise<void>;
}

/** A tool record with its stock as readers see it. */
export const toolOf = (record: ToolRecord, availableQuantity: number): Tool => ({
  _id: record.id,
  name: record.name,
  image: record.image,
  price: record.price,
  minOrderQuantity: record.minOrderQuantity,
  availableQuantity,
  description: record.description,
  rev: record.rev,
  createdAt: new Date(record.createdAt).toISOString(),
});

/**
 * Opens the catalogue. `patienceMs` bounds one reading. Readers that come while it is being read wait for the same
 * reading, unless something changed after that reading began.
 */
export function openCatalogue(options: { log: OrderLog; url: string; patienceMs: number }): Catalogue {
  let changes = 0;
  let kept: { snapshot: CatalogueSnapshot; asOf: number } | null = null;
  let reading: { result: Promise<CatalogueSnapshot>; asOf: number } | null = null;
  const onChange = () => {
    changes += 1;
  };
  const reader = watchedReader({ url: options.url, patienceMs: options.patienceMs, onChange });

  const load = async (): Promise<CatalogueSnapshot> => {
    const stored = await reader.read(async (connection) => {
      // Reading the length of the log makes Redis tell of every append, whichever generation keeps the stock now.
      const [ids] = await Promise.all([
        connection.zRange(recordKeys.tools, 0, -1, { REV: true }),
        connection.xLen(recordKeys.events),
      ]);
      return Promise.all(ids.map((id) => connection.get(recordKeys.tool(id))));
    });
    const records = stored
      .filter((value) => value !== null)
      .map(decodeTool)
      .filter((tool) => tool.deleted !== true);
    const stock = await options.log.stock(records.map((record) => record.id));
    return snapshotOf(records.map((record, index) => toolOf(record, stock[index] ?? 0)));
  };

  return {
    touch(toolId) {
      if (toolId !== undefined) reader.forget([recordKeys.tools, recordKeys.tool(toolId)]);
      onChange();
    },
    current: () => (kept?.asOf === changes ? kept.snapshot : null),
    async snapshot() {
      if (kept?.asOf === changes) return kept.snapshot;
      if (reading?.asOf !== changes) {
        const asOf = changes;
        const mine = { result: load(), asOf };
        reading = mine;
        mine.result.then(
          (snapshot) => {
            if (kept === null || kept.asOf <= asOf) kept = { snapshot, asOf };
            if (reading === mine) reading = null;
          },
          () => {
            if (reading === mine) reading = null;
          },
        );
      }
      return reading.result;
    },
    close: () => reader.close(),
  };
}

function snapshotOf(tools: readonly Tool[]): CatalogueSnapshot {
  const byId = new Map(tools.map((tool) => [tool._id, tool]));
  return { tools, byId, json: packJson(JSON.stringify(tools)) };
}

/** The tools whose name holds `text`, taken literally and without regard to case; all of them for an empty text. */
export function toolsNamedLike(tools: readonly Tool[], text: string): readonly Tool[] {
  const wanted = text.trim().toLocaleLowerCase('en');
  return wanted === '' ? tools : tools.filter((tool) => tool.name.toLocaleLowerCase('en').includes(wanted));
}
