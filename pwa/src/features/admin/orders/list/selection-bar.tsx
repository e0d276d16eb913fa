import { Button, Group, Table, Text } from '@mantine/core';
import { IconArrowBackUp, IconClipboardList, IconPrinter, IconTruckDelivery } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Dialog } from '../../../../shared/dialog/dialog.tsx';
import shared from '../../admin.module.css';
import { isOnHold, mayPrintSlip, mayShip } from '../model/order-questions.ts';
import { type AnyOrder, pieces } from '../model/order-words.ts';
import { printSlips } from '../print/packing-slip.tsx';
import { isUnderWay } from '../shipping/shipping.ts';
import type { ShippingOf } from '../shipping/use-shipping.ts';
import listClasses from './pick-list.module.css';
import classes from './selection-bar.module.css';

/** The ticked orders (ids), and the one ticked or unticked last, from which a range goes on. */
interface Selection {
  ids: ReadonlySet<string>;
  anchor: string | null;
}

export const nothingSelected: Selection = { ids: new Set(), anchor: null };

/** The ids from one row to another, both included, in the order shown. */
function between(shown: readonly string[], from: string, to: string): string[] {
  const [start, end] = [shown.indexOf(from), shown.indexOf(to)].sort((a, b) => a - b);
  return start === undefined || end === undefined || start === -1 ? [to] : shown.slice(start, end + 1);
}

/**
 * Ticks a row, or unticks it; with `range` also every row between it and the one ticked before. `shown` are the rows as they stand.
 */
export function toggled(
  { ids, anchor }: Selection,
  id: string,
  { shown, range }: { shown: readonly string[]; range: boolean },
): Selection {
  const next = new Set(ids);
  const rows = range && anchor !== null ? between(shown, anchor, id) : [id];
  for (const row of rows) {
    if (ids.has(id)) next.delete(row);
    else next.add(row);
  }
  return { ids: next, anchor: id };
}

/** Ticks every row, or none when all are ticked. */
export const allToggled = ({ ids }: Selection, shown: readonly string[]): Selection =>
  shown.every((id) => ids.has(id)) ? nothingSelected : { ids: new Set(shown), anchor: null };

/** The ticked ones (ids) of the rows that are shown; another `key`, of a page or filter, forgets them. */
export function useSelection(key: string, shown: readonly string[]) {
  const [held, setHeld] = useState({ key, selection: nothingSelected });
  const selection = held.key === key ? held.selection : nothingSelected;
  return {
    ids: selection.ids,
    toggle: (id: string, range: boolean) =>
      setHeld({ key, selection: toggled(selection, id, { shown, range }) }),
    toggleAll: () => setHeld({ key, selection: allToggled(selection, shown) }),
  };
}

/** How many pieces of a tool to fetch from the shelf, and for how many orders. */
interface PickLine {
  toolId: string;
  tool: string;
  pieces: number;
  orders: number;
}

/** What to fetch for some orders, a line for each tool, by name. */
export function pickListOf(orders: readonly AnyOrder[]): PickLine[] {
  const picks = new Map<string, PickLine>();
  for (const { toolId, toolsName: tool, quantity } of orders) {
    const { pieces = 0, orders: count = 0 } = picks.get(toolId) ?? {};
    picks.set(toolId, { toolId, tool, pieces: pieces + quantity, orders: count + 1 });
  }
  return [...picks.values()].sort((a, b) => a.tool.localeCompare(b.tool));
}

/** What to fetch from the shelves for some orders, pieces by tool, on the screen and on paper. */
function PickListDialog({
  orders,
  opened,
  onClose,
}: {
  orders: readonly AnyOrder[];
  opened: boolean;
  onClose: () => void;
}) {
  const lines = pickListOf(orders);
  const total = lines.reduce((sum, line) => sum + line.pieces, 0);
  return (
    <Dialog opened={opened} onClose={onClose} title="Pick list" size="lg">
      <Table className={`tabular ${listClasses.table}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Tool</Table.Th>
            <Table.Th ta="right">Pieces</Table.Th>
            <Table.Th ta="right">Orders</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <Table.Tr key={line.toolId}>
              <Table.Th scope="row">{line.tool}</Table.Th>
              <Table.Td ta="right">{line.pieces}</Table.Td>
              <Table.Td ta="right">{line.orders}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
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

interface SelectionBarProps<O extends AnyOrder> {
  /** The rows that can be ticked, and those of them that are. */
  orders: readonly O[];
  selected: readonly O[];
  work: Pick<ShippingOf<O>, 'shippings' | 'waiting' | 'ship' | 'undo'>;
  onSelectAll: () => void;
}

/** What is done to many orders at once. On a phone it is held at the bottom as long as something is ticked or waits. */
export function SelectionBar<O extends AnyOrder>({
  orders,
  selected,
  work,
  onSelectAll,
}: SelectionBarProps<O>) {
  const [picking, setPicking] = useState(false);
  // An order that is on hold is decided by itself.
  const free = selected.filter((order) => !isOnHold(order));
  const printable = free.filter(mayPrintSlip);
  const shippable = free.filter((order) => mayShip(order) && !isUnderWay(work.shippings.get(order._id)));
  const onHold = selected.length - free.length;
  const waiting = work.waiting.length;
  const all = useRef<HTMLInputElement | null>(null);
  const isAll = orders.length > 0 && selected.length === orders.length;
  const undo = useRef<HTMLButtonElement>(null);
  const pressed = useRef(false);
  useEffect(() => {
    // A button that has nothing to do any more is disabled and loses the focus.
    if (!pressed.current || document.activeElement !== document.body) return;
    if (waiting > 0) return undo.current?.focus();
    pressed.current = false;
    all.current?.focus({ preventScroll: true });
  });
  const paper = (label: string, icon: ReactNode, onClick: () => void, className = '') => (
    <Button
      variant="default"
      disabled={printable.length === 0}
      leftSection={icon}
      className={className}
      onClick={onClick}
    >
      {label}
      <span className={classes.printed}>{printable.length > 0 && ` (${printable.length})`}</span>
    </Button>
  );
  return (
    <section className={classes.bar} aria-label="Selected orders">
      <label className={classes.all}>
        <input
          ref={(box) => {
            all.current = box;
            if (box) box.indeterminate = selected.length > 0 && !isAll;
          }}
          type="checkbox"
          className={shared.box}
          checked={isAll}
          disabled={orders.length === 0}
          onChange={onSelectAll}
        />
        Select all
      </label>
      <div className={classes.actions} data-held-at-bottom={selected.length + waiting > 0 || undefined}>
        <span className={classes.count} role="status">
          {selected.length > 0 && `${selected.length} selected`}
          {onHold > 0 && `, ${onHold} on hold and left out`}
        </span>
        <Button
          disabled={shippable.length === 0}
          leftSection={<IconTruckDelivery size={16} aria-hidden />}
          miw="12rem"
          onClick={() => {
            pressed.current = true;
            work.ship(shippable.map((order) => ({ order })));
          }}
          onKeyDown={(event) => event.repeat && event.preventDefault()}
        >
          Ship selected{shippable.length > 0 && ` (${shippable.length})`}
        </Button>
        {paper(
          'Print selected',
          <IconPrinter size={16} aria-hidden />,
          () => void printSlips(printable),
          classes.print,
        )}
        {paper(
          'Pick list',
          <IconClipboardList size={16} aria-hidden />,
          () => setPicking(true),
          classes.pick,
        )}
        <Button
          ref={undo}
          variant="default"
          miw="7.5rem"
          disabled={waiting === 0}
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={() => {
            pressed.current = true;
            work.undo(work.waiting.map(({ parcel }) => parcel.order._id));
          }}
        >
          Undo{waiting > 0 && ` (${waiting})`}
        </Button>
      </div>
      <PickListDialog orders={printable} opened={picking} onClose={() => setPicking(false)} />
    </section>
  );
}
