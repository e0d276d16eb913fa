import { Button, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

const isTrail = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');

/**
 * Paging by cursor, kept in the address (`cursor`) so that a page can be linked; the way back is kept in the history
 * entry. `page` counts from 1 and is null when the page was opened by a link and its number is not known.
 */
export function useCursorPaging() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const cursor = params.get('cursor');
  const held: unknown = state && typeof state === 'object' ? (state as { trail?: unknown }).trail : undefined;
  const trail = isTrail(held) ? held : [];
  const go = useCallback(
    (to: string | null, nextTrail: string[]) => {
      const next = new URLSearchParams(params);
      if (to === null || to === '') next.delete('cursor');
      else next.set('cursor', to);
      navigate({ pathname, search: next.toString() }, { state: { trail: nextTrail } });
    },
    [navigate, params, pathname],
  );
  return {
    cursor,
    page: cursor === null ? 1 : trail.length > 0 ? trail.length + 1 : null,
    first: () => go(null, []),
    previous: () => go(trail.at(-1) ?? null, trail.slice(0, -1)),
    next: (nextCursor: string) => go(nextCursor, [...trail, cursor ?? '']),
  };
}

interface PagerProps {
  paging: ReturnType<typeof useCursorPaging>;
  /** What `X-Next-Cursor` said: null on the last page. */
  nextCursor: string | null;
  total: number;
  shown: number;
  perPage: number;
}

/** Says which part of the list is on screen and leads to the others; nothing at all when everything fits. */
export function Pager({ paging, nextCursor, total, shown, perPage }: PagerProps) {
  if (paging.cursor === null && nextCursor === null) return null;
  const start = paging.page === null ? null : (paging.page - 1) * perPage + 1;
  return (
    <Group component="nav" aria-label="Pages" justify="space-between" mt="lg">
      <Text size="sm" c="dimmed" aria-live="polite">
        {start === null ? `${shown} of ${total}` : `${start} to ${start + shown - 1} of ${total}`}
      </Text>
      <Group gap="xs">
        <Button
          variant="default"
          disabled={paging.cursor === null}
          onClick={paging.page === null ? paging.first : paging.previous}
          leftSection={<IconChevronLeft size={16} aria-hidden />}
        >
          {paging.page === null ? 'First page' : 'Previous'}
        </Button>
        <Button
          variant="default"
          disabled={nextCursor === null}
          onClick={() => nextCursor !== null && paging.next(nextCursor)}
          rightSection={<IconChevronRight size={16} aria-hidden />}
        >
          Next
        </Button>
      </Group>
    </Group>
  );
}
