import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Says that there is nothing, and offers what to do next in `children`. */
export function EmptyState({
  text,
  icon,
  children,
}: {
  text: string;
  icon?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <Stack align="center" gap="sm" py="xl" data-empty>
      {icon}
      <Text c="dimmed" ta="center">
        {text}
      </Text>
      {children}
    </Stack>
  );
}
