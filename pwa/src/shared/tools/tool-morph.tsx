import { useReducedMotion } from '@mantine/hooks';
import { type ReactNode, ViewTransition } from 'react';

/**
 * Lets a tool's picture grow out of its card into the tool's page, where the browser can (the looks are in `theme/modes.css`). A page
 * changes at once all the same, and nothing moves for people who ask for less motion. One per tool on a page.
 */
export function ToolMorph({ id, children }: { id: string; children: ReactNode }) {
  const still = useReducedMotion(false, { getInitialValueInEffect: false });
  return (
    <ViewTransition name={`picture-${id}`} default="none" share={still ? 'none' : 'tool-picture'}>
      {children}
    </ViewTransition>
  );
}
