import { Button, Stack, Text } from '@mantine/core';
import { Dialog } from '../../shared/ui/dialog.tsx';

/** What to do with work that the shop has not confirmed, before the person leaves this device. */
export function UnsentQuestion({
  count,
  onChoice,
  onClose,
}: {
  count: number;
  onChoice: (choice: 'keep' | 'discard') => Promise<void>;
  onClose: () => void;
}) {
  return (
    <Dialog opened onClose={onClose} title="Not everything has been sent" centered>
      <Text>
        {count === 1 ? 'One order or review has' : `${count} orders or reviews have`} not reached the shop
        yet. Kept on this device, {count === 1 ? 'it is' : 'they are'} sent when you sign in here again;
        nobody else sees {count === 1 ? 'it' : 'them'}.
      </Text>
      <Stack gap="xs" mt="lg">
        <Button onClick={onClose}>Stay signed in</Button>
        <Button variant="default" onClick={() => void onChoice('keep')}>
          Keep it here and sign out
        </Button>
        <Button variant="subtle" color="red" onClick={() => void onChoice('discard')}>
          Throw it away and sign out
        </Button>
      </Stack>
    </Dialog>
  );
}
