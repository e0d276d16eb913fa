import { Skeleton, Stack } from '@mantine/core';

const places = (count: number) => Array.from({ length: count }, (_, place) => place);

/** Rows of a table or a list that is on its way. */
export function RowSkeletons({ count = 5, height = 44 }: { count?: number; height?: number }) {
  return (
    <Stack gap="xs" aria-hidden>
      {places(count).map((place) => (
        <Skeleton key={place} height={height} radius="sm" />
      ))}
    </Stack>
  );
}
