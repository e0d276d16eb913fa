import { type RefObject, useEffect, useRef } from 'react';

const control = 'a[href], button, input, select, textarea';
const dialog = 'dialog[open], [role="dialog"]';

/** Where somebody was: the row, its place in the list and, within the row, the column. */
interface Spot {
  row: string | undefined;
  index: number;
  column: string | undefined;
}

const rowsIn = (list: HTMLElement): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[data-row]')];

/** The control to go on with: in the row of the spot, or what has moved into its place, those below it, then those above it. */
function controlFrom(list: HTMLElement, { row, index, column }: Spot): HTMLElement | null {
  const rows = rowsIn(list);
  const same = rows.findIndex((each) => each.dataset.row === row);
  const start = same === -1 ? Math.min(index, rows.length - 1) : same;
  for (const each of [...rows.slice(start), ...rows.slice(0, start).reverse()]) {
    const cells = [...each.querySelectorAll<HTMLElement>('[data-column]')];
    const cell = cells.find(({ dataset }) => dataset.column === column);
    const found = cell?.querySelector<HTMLElement>(control) ?? each.querySelector<HTMLElement>(control);
    if (found) return found;
  }
  return null;
}

/** True when the page itself has the focus; a dialog above the list looks after its own. */
const isFocusLost = (): boolean =>
  (document.activeElement ?? document.body) === document.body && document.querySelector(dialog) === null;

/**
 * Keeps the place of somebody who works through a list with the keyboard. What is pressed in a row may wait (and is then
 * disabled), change or leave with its row; the browser would drop the focus onto the page. It goes to the same column
 * of the row or of the next one that has something to press, and to the page's heading when there is none. Rows carry
 * `data-row` with their key, cells `data-column`.
 */
export function useRestoredFocus<T extends HTMLElement>(): RefObject<T | null> {
  const list = useRef<T>(null);
  useEffect(() => {
    let spot: Spot | null = null;
    // Also on pointerdown: what has the focus already gets no focusin when it is pressed, and who clicks beside the controls has left them.
    const remember = ({ target }: Event) => {
      if (!(target instanceof Element) || target.closest(dialog)) return;
      const isInList = target.closest(control) !== null && list.current?.contains(target);
      const row = isInList ? target.closest<HTMLElement>('[data-row]') : null;
      spot = row && {
        row: row.dataset.row,
        index: list.current ? rowsIn(list.current).indexOf(row) : 0,
        column: target.closest<HTMLElement>('[data-column]')?.dataset.column,
      };
    };
    const restore = () => {
      if (spot === null || !isFocusLost()) return;
      const heading = document.querySelector<HTMLElement>('[data-page-title]');
      ((list.current && controlFrom(list.current, spot)) ?? heading)?.focus({ preventScroll: true });
    };
    // A control that waits cannot take the focus: it gets it when it is enabled. A dialog may still slide away as the list changes.
    const watch = new MutationObserver(restore);
    watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'open'] });
    document.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', remember, true);
    return () => {
      watch.disconnect();
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', remember, true);
      restore();
    };
  }, []);
  return list;
}
