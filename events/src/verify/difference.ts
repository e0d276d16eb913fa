/** Something that is not as the log says, in a form that can be read and acted on. */
export interface Difference {
  /** What is wrong: the log itself, an order's document, an index, a total, stock, or a manifest that does not fit. */
  readonly kind: 'log' | 'order' | 'index' | 'totals' | 'stock' | 'manifest';
  /** The first event concerned, null when none can be named. */
  readonly seq: number | null;
  /** Order or tool id, or the name of a field. */
  readonly subject: string;
  readonly message: string;
}

/** A check tells at most this many; more would hide what they have in common. */
export const mostDifferences = 1_000;

/** Collects differences and counts those it does not keep. */
export class Differences {
  readonly list: Difference[] = [];
  count = 0;

  add(kind: Difference['kind'], seq: number | null, subject: string, message: string): void {
    this.count += 1;
    if (this.list.length < mostDifferences) this.list.push({ kind, seq, subject, message });
  }

  /** Adds a difference unless both are equal. */
  compare(kind: Difference['kind'], subject: string, found: unknown, expected: unknown): void {
    if (found === expected) return;
    this.add(kind, null, subject, `${String(found)} is stored, the log says ${String(expected)}`);
  }

  /** Takes over what another one has collected. */
  addAll({ list, count }: Differences): void {
    this.count += count;
    this.list.push(...list.slice(0, mostDifferences - this.list.length));
  }
}
