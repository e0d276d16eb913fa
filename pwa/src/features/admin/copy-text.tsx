import { ActionIcon, Code, CopyButton, Group } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

/** A number or address that people need elsewhere, with a button that copies it. `label` names it in the button. */
export const CopyText = ({ value, label }: { value: string; label: string }) => (
  <Group gap="xs" wrap="nowrap" component="span" display="inline-flex">
    <Code style={{ overflowWrap: 'anywhere' }}>{value}</Code>
    <CopyButton value={value}>
      {({ copied, copy }) => {
        const Icon = copied ? IconCheck : IconCopy;
        return (
          <ActionIcon
            variant="subtle"
            onClick={copy}
            aria-label={`${copied ? 'Copied' : 'Copy'} the ${label}`}
          >
            <Icon size={16} aria-hidden />
          </ActionIcon>
        );
      }}
    </CopyButton>
  </Group>
);
