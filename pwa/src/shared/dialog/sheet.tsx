import { Drawer, type DrawerProps } from '@mantine/core';
import { useBackCloses } from './use-back-closes.ts';

/** Mantine's Drawer, which "back" closes too. For a drawer that has no address of its own. */
export function Sheet(props: DrawerProps) {
  useBackCloses(props.opened, props.onClose);
  return <Drawer {...props} />;
}
