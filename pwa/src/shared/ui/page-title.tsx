import { Title, type TitleOrder } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

let firstPage = true;

/** What search engines show under the title; pages that say nothing of their own keep the shop's sentence. */
function usePageDescription(description: string | undefined): void {
  useEffect(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[name="description"]');
    if (meta === null || description === undefined) return;
    const before = meta.content;
    meta.content = description;
    return () => {
      meta.content = before;
    };
  }, [description]);
}

/**
 * Names the page in the browser's title and, after a navigation, moves the focus to its heading, so that a screen
 * reader reads it out. The first page of a visit keeps the browser's own focus. Give the ref to the page's h1 and let
 * that have `tabIndex={-1}`. Addresses that begin with `within` are one page.
 */
export function usePageTitle(
  title: string,
  description?: string | undefined,
  within?: string,
): RefObject<HTMLHeadingElement | null> {
  usePageDescription(description);
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  const page = within !== undefined && pathname.startsWith(within) ? within : pathname;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is a new page even with the same title
  useEffect(() => {
    document.title = title === 'Karigar' ? title : `${title} · Karigar`;
    if (!firstPage) heading.current?.focus({ preventScroll: true });
    firstPage = false;
  }, [title, page]);
  return heading;
}

/** The one h1 of a page. `title` is the plain text for the browser; `children` may show it richer. */
export function PageTitle({
  title,
  description,
  within,
  children,
  size = 2,
}: {
  title: string;
  /** One sentence for search engines; without one the shop's own stays. */
  description?: string | undefined;
  /** The beginning of the addresses that are all this page. */
  within?: string;
  children?: ReactNode;
  size?: TitleOrder;
}) {
  const heading = usePageTitle(title, description, within);
  return (
    <Title order={1} size={`h${size}`} ref={heading} tabIndex={-1} mb="md" data-page-title>
      {children ?? title}
    </Title>
  );
}
