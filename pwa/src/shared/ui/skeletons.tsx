import { SimpleGrid, Skeleton, Stack } from '@mantine/core';

const places = (count: number) => Array.from({ length: count }, (_, place) => place);

/** Cards of the size that tool cards will have, so that nothing jumps when they come. */
export function CardSkeletons({ count = 6, height = 420 }: { count?: number; height?: number }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} aria-hidden>
      {places(count).map((place) => (
        <Skeleton key={place} height={height} radius="md" />
      ))}
    </SimpleGrid>
  );
}

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
