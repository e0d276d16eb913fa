import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './copy-text.module.css';

/** A number or address that people need elsewhere, with a button that copies it. `label` names it in the button. */
export const CopyText = ({ value, label }: { value: string; label: string }) => (
  <span className={classes.copy}>
    <span className={classes.value}>{value}</span>
    <CopyButton value={value}>
      {({ copied, copy }) => {
        const Icon = copied ? IconCheck : IconCopy;
        return (
          <ActionIcon
            variant="subtle"
            className={`${classes.button} no-print`}
            onClick={copy}
            aria-label={`${copied ? 'Copied' : 'Copy'} the ${label}`}
          >
            <Icon size={18} aria-hidden />
          </ActionIcon>
        );
      }}
    </CopyButton>
  </span>
);
