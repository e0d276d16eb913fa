/**
 * A tool of the catalogue. Stock is not here: the log proves it. `rev` moves with each edit, never with an
 * order. `price` is whole dollars; `createdAt` and `changedAt`, the time of the last edit, are milliseconds. A deleted tool keeps
 * its record, because its orders live on.
 */
export interface ToolRecord {
  id: string;
  name: string;
  price: number;
  minOrderQuantity: number;
  description: string;
  image: string;
  /** What it is grouped under, what its picture shows, and what else people call it; '' for nothing. */
  category: string;
  alt: string;
  otherNames: string;
  specifications?: { label: string; value: string }[] | undefined;
  /** The pictures beside the main one, which is `image`. */
  otherImages?: string[] | undefined;
  rev: number;
  createdAt: number;
  changedAt?: number;
  deleted?: boolean;
  /** Hash of the request that added it, by which a repeat with another body is known. */
  added?: string;
  /** Mark of the edit that led to this revision, by which its sender's repeat is known; absent where none was kept. */
  edit?: string | undefined;
}

/**
 * The text stored under `redisKeys.tool(id)`: `rev deleted\njson`. The first line is for the append script, which has to
 * see at the moment of writing whether the tool is still the one that was priced, and never parses JSON.
 */
export function encodeTool(tool: ToolRecord): string {
  return `${tool.rev} ${tool.deleted === true ? 1 : 0}\n${JSON.stringify(tool)}`;
}

/** The tool of a stored text, deleted ones included; throws when the text was not made by `encodeTool`. */
export function decodeTool(stored: string): ToolRecord {
  const lineEnd = stored.indexOf('\n');
  if (lineEnd < 0 || !/^\d+ [01]$/.test(stored.slice(0, lineEnd))) {
    throw new Error('A stored tool must begin with its revision');
  }
  return JSON.parse(stored.slice(lineEnd + 1)) as ToolRecord;
}
