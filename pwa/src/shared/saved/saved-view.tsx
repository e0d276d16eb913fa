import type { ReactNode } from 'react';
import { ErrorPanel } from '../ui/error-panel.tsx';
import type { Saved } from './saved-data.ts';

interface SavedViewProps<T> {
  saved: Saved<T | null>;
  /** Shaped like the content, while it is unknown. */
  loading: ReactNode;
  /** Shown when the shop has no such thing (any more). */
  gone?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Shows saved data, or why there is none: still unknown, unknown after a failed call, or gone. */
export function SavedView<T>({ saved, loading, gone, children }: SavedViewProps<T>) {
  const { data, failure, revalidating, revalidate } = saved;
  if (data === null) return gone;
  if (data !== undefined) return children(data);
  if (failure === null) return loading;
  return <ErrorPanel error={failure} onRetry={() => void revalidate()} retrying={revalidating} />;
}
