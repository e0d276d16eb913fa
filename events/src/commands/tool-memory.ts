import type { ToolRecord } from '../log/tool-record.ts';

const atMost = 2_000;

/**
 * Tools as this process saw them last, so that a sale needs no reading before it writes. What is remembered is never believed:
 * the append script refuses a revision that is not today's, and whoever is refused reads again.
 */
export class ToolMemory {
  readonly #tools = new Map<string, ToolRecord>();

  /** The tool as last seen, or undefined. */
  recall(toolId: string): ToolRecord | undefined {
    return this.#tools.get(toolId);
  }

  /** Remembers a tool as just read; null: there is none (any more). */
  note(toolId: string, tool: ToolRecord | null): void {
    this.#tools.delete(toolId);
    if (tool === null) return;
    if (this.#tools.size >= atMost) this.#tools.clear();
    this.#tools.set(toolId, tool);
  }
}
