import { ActionIcon, Code, CopyButton, Group } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

/** A number or address that people need elsewhere, with a button that copies it. `label` names it in the button. */
export function CopyText({ value, label }: { value: string; label: string }) {
  return (
    <Group gap="xs" wrap="nowrap" component="span" display="inline-flex">
      <Code style={{ overflowWrap: 'anywhere' }}>{value}</Code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="subtle"
            onClick={copy}
            aria-label={copied ? `Copied the ${label}` : `Copy the ${label}`}
          >
            {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          </ActionIcon>
        )}
      </CopyButton>
    </Group>
  );
}
