import { Button, Stack, Text } from '@mantine/core';
import { Dialog } from '../../shared/dialog/dialog.tsx';

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
    <Dialog opened onClose={onClose} title="You have unsent items">
      <Text>
        {count === 1 ? 'One order or review has' : `${count} orders or reviews have`} not been sent yet. If
        you keep {count === 1 ? 'it' : 'them'}, we’ll send {count === 1 ? 'it' : 'them'} when you sign in here
        again, and no one else can see {count === 1 ? 'it' : 'them'}.
      </Text>
      <Stack gap="xs" mt="lg">
        <Button onClick={onClose}>Stay signed in</Button>
        <Button variant="default" onClick={() => void onChoice('keep')}>
          Keep and sign out
        </Button>
        <Button variant="subtle" color="red" onClick={() => void onChoice('discard')}>
          Discard and sign out
        </Button>
      </Stack>
    </Dialog>
  );
}
