import type { ToolRecord } from '../log/tool-record.ts';

const maximum = 2_000;

/**
 * Caches tools as this process saw them last, so that a sale needs no reading before it writes. A stale entry does no harm:
 * the append script refuses a revision that is not the current one, and the command then reads again. That holds within one history only:
 * a promoted Redis that lacks the last edit gives its revision to another one.
 */
export class ToolCache {
  readonly #tools = new Map<string, ToolRecord>();
  readonly #termNow: () => number;
  #term: number;

  /** @param termNow changes when another Redis may have become the primary */
  constructor(termNow: () => number) {
    this.#termNow = termNow;
    this.#term = termNow();
  }

  /** The tool as last seen from this primary, or undefined. */
  get(toolId: string): ToolRecord | undefined {
    const term = this.#termNow();
    if (term !== this.#term) this.#tools.clear();
    this.#term = term;
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
