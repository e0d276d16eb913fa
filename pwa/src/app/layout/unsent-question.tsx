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
  const [what, it] =
    count === 1 ? ['One order or review has', 'it'] : [`${count} orders or reviews have`, 'them'];
  return (
    <Dialog opened onClose={onClose} title="You have unsent items">
      <Text>
        {`${what} not been sent yet. If you keep ${it}, we’ll send ${it} when you sign in here again, and no one else can see ${it}.`}
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
