import type { Order } from '@karigar/bff/contracts';
import { Button, Group, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { Dialog } from '../../../../shared/ui/dialog.tsx';
import { pieces } from '../order-story.ts';
import classes from './pick-list.module.css';
import { pickListOf } from './pick-list.ts';

/** What to fetch from the shelves for some orders, pieces by tool, on the screen and on paper. */
export function PickListDialog({
  orders,
  opened,
  onClose,
}: {
  orders: readonly Order[];
  opened: boolean;
  onClose: () => void;
}) {
  const lines = pickListOf(orders);
  const total = lines.reduce((sum, line) => sum + line.pieces, 0);
  return (
    <Dialog opened={opened} onClose={onClose} title="Pick list" size="lg">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Tool</th>
            <th scope="col">Pieces</th>
            <th scope="col">Orders</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.toolId}>
              <th scope="row">{line.tool}</th>
              <td>{line.pieces}</td>
              <td>{line.orders}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Text mt="sm">{`${pieces(total)} for ${orders.length} order(s)`}</Text>
      <Group justify="flex-end" mt="lg" className="no-print">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
      </Group>
    </Dialog>
  );
}
