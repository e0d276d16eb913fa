import { Button } from '@mantine/core';
import { IconShare2 } from '@tabler/icons-react';
import { CopyButton } from '../../shared/ui/copy-button.tsx';

/** Shares this page with the device's own sheet, or copies its address where there is none. */
export function ShareButton({ title }: { title: string }) {
  if (typeof navigator.share !== 'function') return <CopyButton value={location.href} label="Copy link" />;
  return (
    <Button
      variant="subtle"
      size="lg"
      leftSection={<IconShare2 aria-hidden size={18} />}
      // A person who closes the sheet has changed their mind: nothing to report.
      onClick={() => void navigator.share({ title, url: location.href }).catch(() => undefined)}
    >
      Share
    </Button>
  );
}
