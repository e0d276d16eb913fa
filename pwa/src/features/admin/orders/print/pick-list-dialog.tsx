import { Button, Group, Table, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { Dialog } from '../../../../shared/dialog/dialog.tsx';
import { pieces, type ShownOrder } from '../model/order.ts';
import classes from './print.module.css';

/** How many pieces of a tool to fetch from the shelf, and for how many orders. */
interface PickLine {
  toolId: string;
  tool: string;
  pieces: number;
  orders: number;
}

/** What to fetch for some orders, a line for each tool, by name. */
export function pickListOf(orders: readonly ShownOrder[]): PickLine[] {
  const picks = new Map<string, PickLine>();
  for (const { toolId, toolsName: tool, quantity } of orders) {
    const { pieces = 0, orders: count = 0 } = picks.get(toolId) ?? {};
    picks.set(toolId, { toolId, tool, pieces: pieces + quantity, orders: count + 1 });
  }
  return [...picks.values()].sort((a, b) => a.tool.localeCompare(b.tool));
}

/** What to fetch from the shelves for some orders, pieces by tool, on the screen and on paper. */
export const PickListDialog = ({
  orders,
  opened,
  onClose,
}: {
  orders: readonly ShownOrder[];
  opened: boolean;
  onClose: () => void;
}) => (
  <Dialog opened={opened} onClose={onClose} title="Pick list" size="lg">
    <Table className={`tabular ${classes.pickList}`}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Tool</Table.Th>
          <Table.Th ta="right">Pieces</Table.Th>
          <Table.Th ta="right">Orders</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {pickListOf(orders).map((line) => (
          <Table.Tr key={line.toolId}>
            <Table.Th scope="row">{line.tool}</Table.Th>
            <Table.Td ta="right">{line.pieces}</Table.Td>
            <Table.Td ta="right">{line.orders}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
    <Text mt="sm">{`${pieces(orders.reduce((sum, { quantity }) => sum + quantity, 0))} for ${orders.length} order(s)`}</Text>
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
