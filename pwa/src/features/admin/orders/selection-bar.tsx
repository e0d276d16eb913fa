import type { Order } from '@karigar/bff/contracts';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconClipboardList, IconPrinter, IconTruckDelivery } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { isOnHold, mayShip } from './order-questions.ts';
import classes from './selection-bar.module.css';
import { isUnderWay } from './shipping/shipping.ts';
import type { OrderWork } from './use-order-work.tsx';

interface SelectionBarProps {
  /** The rows that can be ticked, and those of them that are. */
  orders: readonly Order[];
  selected: readonly Order[];
  /** Those of the ticked ones whose parcel has left or may leave with the others. */
  printable: readonly Order[];
  work: OrderWork;
  onSelectAll: () => void;
  onPrint: () => void;
  onPick: () => void;
}

/** Whether an order of a selection is shipped with the others; one that is on hold is decided by itself. */
const shipsWithOthers = (order: Order, { shippings }: OrderWork): boolean =>
  mayShip(order) && !isOnHold(order) && !isUnderWay(shippings.get(order._id));

/** What is done to many orders at once. On a phone it is held at the bottom as long as something is ticked or waits. */
export function SelectionBar({
  orders,
  selected,
  printable,
  work,
  onSelectAll,
  onPrint,
  onPick,
}: SelectionBarProps) {
  const shippable = selected.filter((order) => shipsWithOthers(order, work));
  const onHold = selected.filter(isOnHold).length;
  const all = useRef<HTMLInputElement>(null);
  const isAll = orders.length > 0 && selected.length === orders.length;
  useEffect(() => {
    if (all.current) all.current.indeterminate = selected.length > 0 && !isAll;
  }, [selected.length, isAll]);
  const undo = useRef<HTMLButtonElement>(null);
  const pressed = useRef(false);
  useEffect(() => {
    // A button that has nothing to do any more is disabled and loses the focus.
    if (!pressed.current || document.activeElement !== document.body) return;
    if (work.waiting.length > 0) return undo.current?.focus();
    pressed.current = false;
    all.current?.focus({ preventScroll: true });
  });
  const isHeld = selected.length > 0 || work.waiting.length > 0;
  const none = printable.length === 0;
  const printed = <span className={classes.printed}>{none ? '' : ` (${printable.length})`}</span>;
  return (
    <section className={classes.bar} aria-label="Selected orders">
      <label className={classes.all}>
        <input
          ref={all}
          type="checkbox"
          checked={isAll}
          disabled={orders.length === 0}
          onChange={onSelectAll}
        />
        Select all
      </label>
      <div className={classes.actions} data-held-at-bottom={isHeld || undefined}>
        <span className={classes.count} role="status">
          {selected.length > 0 && `${selected.length} selected`}
          {onHold > 0 && `, ${onHold} on hold and left out`}
        </span>
        <Button
          disabled={shippable.length === 0}
          leftSection={<IconTruckDelivery size={16} aria-hidden />}
          className={classes.shipSelected}
          onClick={() => {
            pressed.current = true;
            work.ship(shippable.map((order) => ({ order })));
          }}
          onKeyDown={(event) => event.repeat && event.preventDefault()}
        >
          {shippable.length > 0 ? `Ship selected (${shippable.length})` : 'Ship selected'}
        </Button>
        <Button
          variant="default"
          disabled={none}
          leftSection={<IconPrinter size={16} aria-hidden />}
          className={classes.print}
          onClick={onPrint}
        >
          Print selected{printed}
        </Button>
        <Button
          variant="default"
          disabled={none}
          leftSection={<IconClipboardList size={16} aria-hidden />}
          className={classes.pick}
          onClick={onPick}
        >
          Pick list{printed}
        </Button>
        <Button
          ref={undo}
          variant="default"
          className={classes.undo}
          disabled={work.waiting.length === 0}
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={() => {
            pressed.current = true;
            work.undo(work.waiting.map(({ parcel }) => parcel.order._id));
          }}
        >
          {work.waiting.length > 0 ? `Undo (${work.waiting.length})` : 'Undo'}
        </Button>
      </div>
    </section>
  );
}
