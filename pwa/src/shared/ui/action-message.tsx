import { Button, Group, Text } from '@mantine/core';

interface ActionMessageProps {
  message: string;
  /** What its button says. */
  label: string;
  /** What its button does, or the address of the shop that it leads to. */
  action: (() => void) | string;
}

/** What a toast says of something that the person may do about it at once. Toasts stand outside the router, so an address is opened anew. */
export const ActionMessage = ({ message, label, action }: ActionMessageProps) => (
  <Group justify="space-between" gap="sm">
    <Text size="sm" flex="1 1 12rem" style={{ overflowWrap: 'anywhere' }}>
      {message}
    </Text>
    {typeof action === 'string' ? (
      <Button component="a" href={action} mih="2.75rem">
        {label}
      </Button>
    ) : (
      <Button size="compact-md" variant="default" onClick={action}>
        {label}
      </Button>
    )}
  </Group>
);
