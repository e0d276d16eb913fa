import { Text } from '@mantine/core';
import { useReachability } from '../api/reachability.ts';
import { ago } from '../ui/time.ts';
import type { Saved } from './saved-data.ts';

/** Tells how old the shown data is, when the shop could not confirm it just now. */
export function SavedAgeNote({ saved }: { saved: Pick<Saved<unknown>, 'savedAt' | 'failure'> }) {
  const { reachable } = useReachability();
  if (saved.savedAt === null || (reachable && saved.failure === null)) return null;
  return (
    <Text size="sm" c="dimmed" mb="xs" data-saved-age role="status">
      {`Saved copy from ${ago(saved.savedAt)}`}
    </Text>
  );
}
