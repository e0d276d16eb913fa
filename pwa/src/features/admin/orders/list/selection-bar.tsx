import { Box, Button, Group, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp, IconClipboardList, IconPrinter, IconTruckDelivery } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { HeldBar } from '../../../../shared/bottom/held-bar.tsx';
import { useIsPhone } from '../../../../shared/ui/use-is-phone.ts';
import shared from '../../admin.module.css';
import { isOnHold, mayPrintSlip, mayShip, type ShownOrder } from '../model/order.ts';
import { printSlips } from '../print/packing-slip.tsx';
import { PickListDialog } from '../print/pick-list-dialog.tsx';
import { isUnderWay } from '../shipping/shipping.ts';
import type { OrderWork } from '../work/use-order-work.tsx';

/** The ticked rows of a list. */
export type Selection = ReturnType<typeof useSelection>;

/** The ticked ones (ids) of the rows that are shown. */
export function useSelection(shown: readonly string[]) {
  const [{ ids, anchor }, set] = useState({ ids: new Set<string>() as ReadonlySet<string>, anchor: '' });
  return {
    ids,
    /** Ticks a row, or unticks it; with `range` also every row between it and the one ticked or unticked before. */
    toggle(id: string, range: boolean): void {
      const [from, to] = [shown.indexOf(range ? anchor : id), shown.indexOf(id)];
      const rows = from === -1 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1);
      const next = new Set(ids);
      for (const row of rows) {
        if (ids.has(id)) next.delete(row);
        else next.add(row);
      }
      set({ ids: next, anchor: id });
    },
    /** Ticks every row, or none when all are ticked. */
    toggleAll: (): void => set({ ids: new Set(shown.every((id) => ids.has(id)) ? [] : shown), anchor: '' }),
  };
}

interface SelectionBarProps {
  /** The rows that can be ticked. */
  orders: readonly ShownOrder[];
  selection: Selection;
  work: OrderWork;
}

/** What is done to many orders at once. On a phone it is held at the bottom as long as something is ticked or waits. */
export function SelectionBar({ orders, selection, work }: SelectionBarProps) {
  const [picking, setPicking] = useState(false);
  const isPhone = useIsPhone();
  const undo = useRef<HTMLButtonElement>(null);
  const selected = orders.filter(({ _id }) => selection.ids.has(_id));
  // An order that is on hold is decided by itself.
  const free = selected.filter((order) => !isOnHold(order));
  const printable = free.filter(mayPrintSlip);
  const shippable = free.filter((order) => mayShip(order) && !isUnderWay(work.shippings.get(order._id)));
  const onHold = selected.length - free.length;
  const waiting = work.waiting.length;
  const isAll = orders.length > 0 && selected.length === orders.length;
  const counted = (words: string, count: number) => (count > 0 ? `${words} (${count})` : words);
  // As wide with a number as without: the bar keeps its height, and the rows below it their place.
  const look = (miw: string) => (isPhone ? { px: '0.6rem' } : { miw });
  const count = (
    <Box component="span" miw="6.5rem" role="status" className="tabular">
      {selected.length > 0 && `${selected.length} selected`}
      {onHold > 0 && `, ${onHold} on hold and left out`}
    </Box>
  );
  return (
    <Group
      component="section"
      aria-label="Selected orders"
      wrap="nowrap"
      py="xs"
      bg="var(--mantine-color-body)"
      style={isPhone ? {} : { position: 'sticky', top: 'var(--header-height)', zIndex: 2 }}
    >
      <Group component="label" gap="sm" mih="2.75rem" px="sm" fw={600} style={{ cursor: 'pointer' }}>
        <input
          ref={(box) => {
            if (box) box.indeterminate = selected.length > 0 && !isAll;
          }}
          type="checkbox"
          className={shared.box}
          checked={isAll}
          disabled={orders.length === 0}
          onChange={selection.toggleAll}
        />
        Select all
      </Group>
      {(!isPhone || selected.length + waiting > 0) && (
        <Box flex={1}>
          <HeldBar inline>
            <Group gap="xs" flex={1} justify="flex-end" grow={isPhone} preventGrowOverflow={false}>
              {isPhone ? <VisuallyHidden>{count}</VisuallyHidden> : count}
              <Button
                disabled={shippable.length === 0}
                leftSection={<IconTruckDelivery size={16} aria-hidden />}
                {...look('12rem')}
                onClick={() => {
                  work.ship(shippable.map((order) => ({ order })));
                  // This button has nothing to do any more, and would lose the focus.
                  undo.current?.focus();
                }}
                onKeyDown={(event) => event.repeat && event.preventDefault()}
              >
                {counted('Ship selected', shippable.length)}
              </Button>
              <Button
                variant="default"
                disabled={printable.length === 0}
                leftSection={<IconPrinter size={16} aria-hidden />}
                {...look('12.5rem')}
                onClick={() => void printSlips(printable)}
              >
                {counted('Print selected', printable.length)}
              </Button>
              <Button
                variant="default"
                disabled={printable.length === 0}
                leftSection={<IconClipboardList size={16} aria-hidden />}
                {...look('9.5rem')}
                onClick={() => setPicking(true)}
              >
                {counted('Pick list', printable.length)}
              </Button>
              <Button
                ref={undo}
                variant="default"
                {...look('7.5rem')}
                aria-disabled={waiting === 0}
                data-disabled={waiting === 0}
                tabIndex={waiting === 0 ? -1 : 0}
                leftSection={<IconArrowBackUp size={16} aria-hidden />}
                onClick={() => work.undo(work.waiting.map(({ order }) => order._id))}
              >
                {counted('Undo', waiting)}
              </Button>
            </Group>
          </HeldBar>
        </Box>
      )}
      <PickListDialog orders={printable} opened={picking} onClose={() => setPicking(false)} />
    </Group>
  );
}
