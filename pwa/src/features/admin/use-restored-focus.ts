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

const isDialogOpen = (): boolean => document.querySelector(dialog) !== null;

/** True when the page itself has the focus; a dialog above the list looks after its own. */
const isFocusLost = (): boolean =>
  (document.activeElement === null || document.activeElement === document.body) && !isDialogOpen();

const focusHeading = (): void =>
  document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true });

/**
 * Keeps the place of somebody who works through a list with the keyboard. What is pressed in a row may wait (and is then
 * disabled), change or leave with its row; the browser would drop the focus onto the page. It goes to the same column
 * of the row or of the next one that has something to press, and to the page's heading when there is none. Rows carry
 * `data-row` with their key, cells `data-column`.
 */
export function useRestoredFocus<T extends HTMLElement>(): RefObject<T | null> {
  const list = useRef<T>(null);
  const spot = useRef<Spot | null>(null);

  useEffect(() => {
    const isInDialog = (target: EventTarget | null) =>
      target instanceof Element && target.closest(dialog) !== null;
    const remember = ({ target }: FocusEvent) => {
      if (isInDialog(target) || !(target instanceof Element)) return;
      const row = list.current?.contains(target) ? target.closest<HTMLElement>('[data-row]') : null;
      spot.current = row && {
        row: row.dataset.row,
        index: list.current ? rowsIn(list.current).indexOf(row) : 0,
        column: target.closest<HTMLElement>('[data-column]')?.dataset.column,
      };
    };
    // Who clicks beside the controls has left them on purpose. What has the focus already gets no focusin when it is pressed.
    const forget = ({ target }: PointerEvent) => {
      const isFocused = target instanceof Node && document.activeElement?.contains(target) === true;
      if (!isInDialog(target) && (!isFocused || document.activeElement === document.body))
        spot.current = null;
    };
    document.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', forget, true);
    return () => {
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', forget, true);
      if (spot.current !== null && isFocusLost()) focusHeading();
    };
  }, []);

  useEffect(() => {
    const restore = () => {
      if (spot.current === null || list.current === null || !isFocusLost()) return;
      // A control that waits cannot take the focus: it gets it with the render that ends the wait.
      const next = controlFrom(list.current, spot.current);
      if (next === null) focusHeading();
      else next.focus({ preventScroll: true });
    };
    if (!isDialogOpen()) {
      restore();
      return;
    }
    // The list may change while the dialog that asked for it still slides away.
    const watch = new MutationObserver(() => {
      if (isDialogOpen()) return;
      watch.disconnect();
      restore();
    });
    watch.observe(document.body, { childList: true, subtree: true });
    return () => watch.disconnect();
  });

  return list;
}
