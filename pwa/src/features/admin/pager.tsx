import { Button, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useLocation } from 'react-router-dom';
import type { Page } from '../../shared/api/calls.ts';
import { useAddress } from './use-address.ts';

/**
 * Paging by cursor, kept in the address (`cursor`) so that a page can be linked. The history entry holds the cursors of this page and of those before
 * it (`pages`); null when the page was opened by a link and its place is not known.
 */
export function useCursorPaging() {
  const { word, change } = useAddress();
  const state = useLocation().state as { pages?: string[] } | null;
  const cursor = word('cursor');
  return {
    cursor,
    pages: state?.pages ?? (cursor === '' ? [''] : null),
    go: (pages: string[]) => change({ cursor: pages.at(-1) ?? '' }, { state: { pages } }),
  };
}

interface PagerProps {
  paging: ReturnType<typeof useCursorPaging>;
  page: Page<unknown>;
  perPage: number;
}

/** Says which part of the list is on screen and leads to the others; nothing at all when everything fits. */
export function Pager({
  paging: { cursor, pages, go },
  page: { items, nextCursor, total },
  perPage,
}: PagerProps) {
  if (cursor === '' && nextCursor === null) return null;
  const start = pages && (pages.length - 1) * perPage + 1;
  return (
    <Group component="nav" aria-label="Pages" justify="space-between" mt="lg">
      <Text size="sm" c="dimmed" aria-live="polite">
        {start === null
          ? `${items.length} of ${total}`
          : `${start} to ${start + items.length - 1} of ${total}`}
      </Text>
      <Group gap="xs">
        <Button
          variant="default"
          disabled={cursor === ''}
          onClick={() => go(pages?.slice(0, -1) ?? [''])}
          leftSection={<IconChevronLeft size={16} aria-hidden />}
        >
          {pages === null ? 'First page' : 'Previous'}
        </Button>
        <Button
          variant="default"
          disabled={nextCursor === null}
          onClick={() => nextCursor !== null && go([...(pages ?? [cursor]), nextCursor])}
          rightSection={<IconChevronRight size={16} aria-hidden />}
        >
          Next
        </Button>
      </Group>
    </Group>
  );
}

/** Leads through a list without an end that is known: to what is older (`next`), and back to the newest. */
export const OlderNewest = ({
  cursor,
  next,
  onGo,
}: {
  cursor: string;
  next: string | null | undefined;
  onGo: (cursor: string) => void;
}) => (
  <>
    {cursor !== '' && (
      <Button variant="default" onClick={() => onGo('')}>
        Newest
      </Button>
    )}
    {next && (
      <Button variant="default" onClick={() => onGo(next)}>
        Older
      </Button>
    )}
  </>
);
