import type { OrderRecord } from './order-record.ts';

/** Something that is not as the log says, in a form that can be read and acted on. */
export interface Difference {
  /** What is wrong: the log itself, an order's document, an index, a total, the sales of a day, stock, who was erased, or a manifest that does not fit. */
  kind: 'log' | 'order' | 'index' | 'totals' | 'sales' | 'stock' | 'erased' | 'manifest';
  /** The first event concerned, null when none can be named. */
  seq: number | null;
  /** Order or tool id, or the name of a field. */
  subject: string;
  message: string;
}

/** A check lists at most this many; more would hide what they have in common. */
const mostDifferences = 1_000;

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

  /** Adds what another collection holds. */
  addAll({ list, count }: Differences): void {
    this.count += count;
    this.list.push(...list.slice(0, mostDifferences - this.list.length));
  }
}

/** Every field of a value by its path, such as `sale.city`. */
function fieldsByPath(value: unknown, path = ''): Map<string, string> {
  if (typeof value !== 'object' || value === null)
    return new Map([[path, JSON.stringify(value) ?? 'nothing']]);
  const fields = new Map<string, string>();
  for (const [name, inner] of Object.entries(value)) {
    for (const [field, text] of fieldsByPath(inner, path === '' ? name : `${path}.${name}`))
      fields.set(field, text);
  }
  return fields;
}

/** The fields in which a stored order differs from what the log says, as a sentence; null when it does not. */
export function stateDifference(stored: OrderRecord, expected: OrderRecord): string | null {
  const [found, wanted] = [fieldsByPath(stored), fieldsByPath(expected)];
  const parts = [...new Set([...wanted.keys(), ...found.keys()])].flatMap((field) => {
    const [is, should] = [found.get(field) ?? 'nothing', wanted.get(field) ?? 'nothing'];
    return is === should ? [] : [`${field.replace(/^state\./, '')} is ${is}, the log says ${should}`];
  });
  return parts.length === 0 ? null : parts.join('; ');
}
