import { useEffect, useEffectEvent } from 'react';

/** Closes each open overlay, the lowest first. The history entry of the overlay at index n has the state `overlay: n + 1`. */
const open: (() => void)[] = [];
let isListening = false;

const depthOfEntry = (): number => (history.state as { overlay?: number } | null)?.overlay ?? 0;

/** Goes back over the entry of an overlay that is closed, so that each "back" of the person does something. */
function leaveClosedEntry(): void {
  if (depthOfEntry() > open.length) history.back();
}

function closeAboveEntry(): void {
  for (const close of open.splice(depthOfEntry()).reverse()) close();
  leaveClosedEntry();
}

/**
 * Lets "back", by button or gesture, close an open overlay in place of leaving the page: the overlay has a history entry of its own for as
 * long as it is open. Where one overlay takes the place of another, it takes over the entry too.
 */
export function useBackCloses(opened: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!opened) return;
    if (!isListening) window.addEventListener('popstate', closeAboveEntry);
    isListening = true;
    const overlay = () => close();
    open.push(overlay);
    if (depthOfEntry() < open.length) history.pushState({ ...history.state, overlay: open.length }, '');
    return () => {
      const index = open.indexOf(overlay);
      if (index === -1) return;
      open.splice(index, 1);
      // Later, because a link of the overlay or the next overlay may be about to take over its entry.
      setTimeout(leaveClosedEntry);
    };
  }, [opened]);
}
