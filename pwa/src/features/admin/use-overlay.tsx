import { Fragment, type ReactNode, useState } from 'react';

/** Draws a question, dialog or drawer. */
type Draw = (props: { opened: boolean; onClose: () => void }) => ReactNode;

/**
 * One question, dialog or drawer above the page: `open` shows what it is given, with a form of its own for each opening. It stays drawn while it
 * slides away.
 */
export function useOverlay() {
  const [{ draw, opened, openings }, set] = useState<{
    draw: Draw | null;
    opened: boolean;
    openings: number;
  }>({ draw: null, opened: false, openings: 0 });
  const onClose = () => set((before) => ({ ...before, opened: false }));
  return {
    open: (next: Draw) => set({ draw: next, opened: true, openings: openings + 1 }),
    overlay: <Fragment key={openings}>{draw?.({ opened, onClose })}</Fragment>,
  };
}
