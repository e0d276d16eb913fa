import { Button, Group, Text } from '@mantine/core';
import { Dialog } from '../../shared/dialog/dialog.tsx';
import { dismissInstall } from './install-store.ts';

/** How to install by hand where the browser has no question of its own (iPhone and iPad). */
export function InstallSteps({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="Add Karigar to your home screen">
      <ol>
        <li>In Safari, tap the Share button (a square with an arrow pointing up).</li>
        <li>Choose “Add to Home Screen”.</li>
        <li>Tap “Add”.</li>
      </ol>
      <Text size="sm" c="dimmed" mt="md">
        The shop then opens like an app, and orders you place offline are stored more safely.
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button
          variant="default"
          onClick={() => {
            dismissInstall();
            onClose();
          }}
        >
          Not now
        </Button>
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Dialog>
  );
}
