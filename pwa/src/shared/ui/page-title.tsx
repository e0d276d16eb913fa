import { documentTitle } from '@karigar/bff/page-words';
import { Title, type TitleOrder } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { publicPages } from '../public-pages.ts';

let firstPage = true;

/**
 * Names the page in the browser's title and, after a navigation, moves the focus to its heading, so that a screen
 * reader reads it out. The first page of a visit keeps the browser's own focus. Give the ref to the page's h1 and let
 * that have `tabIndex={-1}`. Addresses that begin with `within` are one page.
 */
export function usePageTitle(
  title: string,
  description: string = publicPages.home.description,
  within?: string,
): RefObject<HTMLHeadingElement | null> {
  useEffect(() => {
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [description]);
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  const page = within !== undefined && pathname.startsWith(within) ? within : pathname;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is a new page even with the same title
  useEffect(() => {
    document.title = documentTitle(title);
    if (!firstPage) {
      heading.current?.focus({ preventScroll: true });
      // The server has named the address of the first page; browsers would share that.
      document.querySelector('link[rel="canonical"]')?.remove();
    }
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
    <Title order={1} size={`h${size}`} ref={heading} tabIndex={-1} data-page-title>
      {children ?? title}
    </Title>
  );
}
