import { useState } from 'react';

/** The ticked orders (ids), and the one ticked or unticked last, from which a range goes on. */
export interface Selection {
  ids: ReadonlySet<string>;
  anchor: string | null;
}

export const nothingSelected: Selection = { ids: new Set(), anchor: null };

/** The ids from one row to another, both included, in the order shown. */
function between(shown: readonly string[], from: string, to: string): string[] {
  const [start, end] = [shown.indexOf(from), shown.indexOf(to)].sort((a, b) => a - b);
  return start === undefined || end === undefined || start === -1 ? [to] : shown.slice(start, end + 1);
}

/**
 * Ticks a row, or unticks it; with `range` also every row between it and the one ticked before. `shown` are the rows as they stand.
 */
export function toggled(
  { ids, anchor }: Selection,
  id: string,
  { shown, range }: { shown: readonly string[]; range: boolean },
): Selection {
  const next = new Set(ids);
  const rows = range && anchor !== null ? between(shown, anchor, id) : [id];
  for (const row of rows) {
    if (ids.has(id)) next.delete(row);
    else next.add(row);
  }
  return { ids: next, anchor: id };
}

/** Ticks every row, or none when all are ticked. */
export const allToggled = ({ ids }: Selection, shown: readonly string[]): Selection =>
  shown.every((id) => ids.has(id)) ? nothingSelected : { ids: new Set(shown), anchor: null };

/** The ticked ones (ids) of the rows that are shown; another `key`, of a page or filter, forgets them. */
export function useSelection(key: string, shown: readonly string[]) {
  const [held, setHeld] = useState({ key, selection: nothingSelected });
  const selection = held.key === key ? held.selection : nothingSelected;
  return {
    ids: selection.ids,
    toggle: (id: string, range: boolean) =>
      setHeld({ key, selection: toggled(selection, id, { shown, range }) }),
    toggleAll: () => setHeld({ key, selection: allToggled(selection, shown) }),
  };
}
