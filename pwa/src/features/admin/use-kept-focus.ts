import { type RefObject, useEffect, useRef } from 'react';

const control = 'a[href], button, input, select, textarea';

/** Where somebody was: the row, its place in the list and, within the row, the column. */
interface Spot {
  row: string;
  index: number;
  column: string | undefined;
}

const rowsIn = (list: HTMLElement): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[data-row]')];

/** The row of the spot; once that has left the list, the one that has moved into its place, or the last one. */
function rowAt(list: HTMLElement, { row, index }: Spot): HTMLElement | undefined {
  const rows = rowsIn(list);
  return rows.find((each) => each.dataset.row === row) ?? rows[index] ?? rows.at(-1);
}

/** What to press there: the same column's control if it has one, else the first of the row. */
function controlAt(row: HTMLElement, column: string | undefined): HTMLElement | null {
  const cell = [...row.querySelectorAll<HTMLElement>('[data-column]')].find(
    (each) => each.dataset.column === column,
  );
  return cell?.querySelector<HTMLElement>(control) ?? row.querySelector<HTMLElement>(control);
}

/** True when the page itself has the focus; a dialog above the list looks after its own. */
const focusIsLost = (): boolean =>
  (document.activeElement === null || document.activeElement === document.body) &&
  document.querySelector('[role="dialog"]') === null;

/**
 * Keeps the place of somebody who works through a list with the keyboard. What is pressed in a row may wait (and is then
 * disabled), change or leave with its row; the browser would drop the focus onto the page. It goes to the same column
 * of the row, of the row that takes its place, or to the page's heading after the last one. Rows carry `data-row` with
 * their key, cells `data-column`.
 */
export function useKeptFocus(): RefObject<HTMLElement | null> {
  const list = useRef<HTMLElement>(null);
  const spot = useRef<Spot | null>(null);

  useEffect(() => {
    const isInDialog = (target: EventTarget | null) =>
      target instanceof Element && target.closest('[role="dialog"]') !== null;
    const remember = ({ target }: FocusEvent) => {
      if (isInDialog(target)) return;
      const row =
        target instanceof Element && list.current?.contains(target)
          ? target.closest<HTMLElement>('[data-row]')
          : null;
      spot.current =
        row && list.current
          ? {
              row: row.dataset.row ?? '',
              index: rowsIn(list.current).indexOf(row),
              column: (target as Element).closest<HTMLElement>('[data-column]')?.dataset.column,
            }
          : null;
    };
    // Who clicks beside the controls has left them on purpose.
    const forget = ({ target }: PointerEvent) => {
      if (!isInDialog(target)) spot.current = null;
    };
    document.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', forget, true);
    return () => {
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', forget, true);
      if (spot.current !== null && focusIsLost()) {
        document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true });
      }
    };
  }, []);

  useEffect(() => {
    if (spot.current === null || list.current === null || !focusIsLost()) return;
    const row = rowAt(list.current, spot.current);
    // A control that waits cannot take the focus: it gets it with the render that ends the wait.
    if (row) controlAt(row, spot.current.column)?.focus({ preventScroll: true });
  });

  return list;
}
