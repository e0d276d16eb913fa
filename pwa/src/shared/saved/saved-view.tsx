import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useReachability } from '../api/reachability.ts';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { ago } from '../ui/time.ts';
import type { Saved } from './revalidation.ts';

interface SavedViewProps<T> {
  saved: Saved<T | null>;
  /** Shaped like the content, while it is unknown. */
  loading: ReactNode;
  /** Shown when the shop has no such thing (any more). */
  gone?: ReactNode;
  /** Says above it how old it is (`SavedAgeNote`). */
  aged?: boolean;
  children: (data: T) => ReactNode;
}

/** Shows saved data, or why there is none: still unknown, unknown after a failed call, or gone. */
export function SavedView<T>({ saved, loading, gone, aged = false, children }: SavedViewProps<T>) {
  const { data, failure, revalidating, revalidate } = saved;
  if (data !== undefined)
    return (
      <>
        {aged && <SavedAgeNote saved={saved} />}
        {data === null ? gone : children(data)}
      </>
    );
  if (failure === null) return loading;
  return <ErrorPanel error={failure} onRetry={() => void revalidate()} retrying={revalidating} />;
}

/**
 * Tells how old the shown data is, when the shop could not confirm it just now: in the gap above what follows, which it does not
 * move. `inRow`: it is one of the things in a row.
 */
export function SavedAgeNote({
  saved,
  inRow = false,
}: {
  saved: Pick<Saved<unknown>, 'savedAt' | 'failure'>;
  inRow?: boolean;
}) {
  const { reachable } = useReachability();
  if (saved.savedAt === null || (reachable && saved.failure === null)) return null;
  return (
    <Text
      size="xs"
      c="dimmed"
      {...(inRow ? {} : { pos: 'absolute', style: { transform: 'translateY(-100%)' } })}
      data-saved-age
      role="status"
    >
      {`Saved copy from ${ago(saved.savedAt)}`}
    </Text>
  );
}
