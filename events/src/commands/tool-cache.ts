import type { ToolRecord } from '../log/tool-record.ts';

const maximum = 2_000;

/**
 * Caches tools as this process saw them last, so that a sale needs no reading before it writes. A stale entry does no harm:
 * the append script refuses a revision that is not the current one, and the command then reads again.
 */
export class ToolCache {
  readonly #tools = new Map<string, ToolRecord>();

  /** The tool as last seen, or undefined. */
  get(toolId: string): ToolRecord | undefined {
    return this.#tools.get(toolId);
  }

  /** Stores a tool as just read; null removes it. */
  set(toolId: string, tool: ToolRecord | null): void {
    this.#tools.delete(toolId);
    if (tool === null) return;
    if (this.#tools.size >= maximum) this.#tools.clear();
    this.#tools.set(toolId, tool);
  }
}
