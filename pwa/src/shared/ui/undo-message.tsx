import { Button, Group, Text } from '@mantine/core';

/** What a toast says of something that can still be taken back. */
export const UndoMessage = ({ message, onUndo }: { message: string; onUndo: () => void }) => (
  <Group justify="space-between" gap="sm">
    <Text size="sm" flex="1 1 12rem">
      {message}
    </Text>
    <Button size="compact-md" variant="default" onClick={onUndo}>
      Undo
    </Button>
  </Group>
);
