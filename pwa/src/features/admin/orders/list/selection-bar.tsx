import type { Order } from '@karigar/bff/contracts';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconClipboardList, IconPrinter, IconTruckDelivery } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import shared from '../../admin.module.css';
import { isOnHold, mayPrintSlip, mayShip } from '../model/order-questions.ts';
import { printSlips } from '../print/packing-slip.tsx';
import { PickListDialog } from '../print/pick-list-dialog.tsx';
import { isUnderWay } from '../shipping/shipping.ts';
import type { OrderWork } from '../work/use-order-work.tsx';
import classes from './selection-bar.module.css';

interface SelectionBarProps {
  /** The rows that can be ticked, and those of them that are. */
  orders: readonly Order[];
  selected: readonly Order[];
  work: OrderWork;
  onSelectAll: () => void;
}

/** What is done to many orders at once. On a phone it is held at the bottom as long as something is ticked or waits. */
export function SelectionBar({ orders, selected, work, onSelectAll }: SelectionBarProps) {
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
