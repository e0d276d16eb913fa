import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';

/** Copies a text and says so for two seconds. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const clipboard = useClipboard({ timeout: 2000 });
  return (
    <Button
      variant="subtle"
      leftSection={
        clipboard.copied ? <IconCheck aria-hidden size={18} /> : <IconCopy aria-hidden size={18} />
      }
      onClick={() => clipboard.copy(value)}
    >
      {clipboard.copied ? 'Copied' : label}
    </Button>
  );
}
