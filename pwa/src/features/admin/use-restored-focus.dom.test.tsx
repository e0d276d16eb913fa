import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type RefObject, useState } from 'react';
import { expect, test } from 'vitest';
import { useRestoredFocus } from './use-restored-focus.ts';

/** A list of one row whose control opens a dialog, which takes the focus with it when it goes. */
function List() {
  const list = useRestoredFocus();
  const [opened, setOpened] = useState(false);
  return (
    <div ref={list as RefObject<HTMLDivElement>}>
      <div data-row="1">
        <span data-column="open">
          <button type="button" onClick={() => setOpened(true)}>
            Open
          </button>
        </span>
      </div>
      {opened && (
        <div role="dialog">
          <button type="button" onClick={() => setOpened(false)}>
            Close
          </button>
        </div>
      )}
    </div>
  );
}

/** Presses a control as a mouse does: what has the focus already hears of no new one. */
function press(name: string) {
  const control = screen.getByRole('button', { name });
  fireEvent.pointerDown(control);
  act(() => control.focus());
  fireEvent.click(control);
}

test('the focus comes back to a control that had it already when it was pressed', async () => {
  render(<List />);
  for (let times = 0; times < 2; times += 1) {
    press('Open');
    press('Close');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })));
  }
});
