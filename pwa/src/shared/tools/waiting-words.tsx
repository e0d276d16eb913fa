import { createElement, type ReactNode } from 'react';

/**
 * The place of a tool's name or price while the tool is not known: `children` stand there. In the HTML that the build draws they are
 * marked for the server, which knows the tools and puts the words of the one at `place` of the page's list there, in a span of
 * this class.
 */
export function WaitingWords({
  place,
  field,
  className = '',
  children,
}: {
  place: number | undefined;
  field: 'name' | 'price';
  className?: string | undefined;
  children: ReactNode;
}) {
  if (!import.meta.env.SSR || place === undefined) return children;
  return createElement(
    'tool-words',
    { class: className, 'data-place': place, 'data-field': field },
    children,
  );
}
