import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface EmptyStateProps {
  text: string;
  /** Where to go from here. */
  link?: { to: string; label: string };
  /** Something else to do next. */
  children?: ReactNode;
}

/** Says that there is nothing, and offers what to do next. */
export function EmptyState({ text, link, children }: EmptyStateProps) {
  return (
    <Stack align="center" gap="sm" py="xl" data-empty>
      <Text c="dimmed" ta="center" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      {link && (
        <Button component={Link} to={link.to} size="md">
          {link.label}
        </Button>
      )}
      {children}
    </Stack>
  );
}
