import { Title, type TitleOrder } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

let firstPage = true;

/**
 * Names the page in the browser's title and, after a navigation, moves the focus to its heading, so that a screen
 * reader reads it out. The first page of a visit keeps the browser's own focus. Give the ref to the page's h1 and let
 * that have `tabIndex={-1}`.
 */
export function usePageTitle(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is a new page even with the same title
  useEffect(() => {
    document.title = title === 'Karigar' ? title : `${title} · Karigar`;
    if (!firstPage) heading.current?.focus({ preventScroll: true });
    firstPage = false;
  }, [title, pathname]);
  return heading;
}

/** The one h1 of a page. `title` is the plain text for the browser; `children` may show it richer. */
export function PageTitle({
  title,
  children,
  size = 2,
}: {
  title: string;
  children?: ReactNode;
  size?: TitleOrder;
}) {
  const heading = usePageTitle(title);
  return (
    <Title order={1} size={`h${size}`} ref={heading} tabIndex={-1} mb="md" data-page-title>
      {children ?? title}
    </Title>
  );
}
