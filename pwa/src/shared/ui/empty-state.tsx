import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { EmptyPicture, type EmptyPictureName } from './empty-picture.tsx';

interface EmptyStateProps {
  text: string;
  picture?: EmptyPictureName;
  /** Where to go from here. */
  link?: { to: string; label: string };
  /** Something else to do next. */
  children?: ReactNode;
}

/** Says that there is nothing, with a drawing, and offers what to do next. */
export function EmptyState({ text, picture = 'shelf', link, children }: EmptyStateProps) {
  return (
    <Stack align="center" gap="sm" py="xl" data-empty>
      <EmptyPicture of={picture} />
      <Text c="dimmed" ta="center" maw="36rem" style={{ overflowWrap: 'anywhere' }}>
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
