import type { Order } from '@karigar/bff/contracts';
import { showNumber } from '@karigar/bff/order-number';
import { Button, Text, VisuallyHidden } from '@mantine/core';
import type { RefObject } from 'react';
import { Link } from 'react-router-dom';
import { messages } from '../../../shared/messages.ts';
import { Money } from '../../../shared/ui/money.tsx';
import { dateTime } from '../../../shared/ui/time.ts';
import { ToolPicture } from '../../../shared/ui/tool-picture.tsx';
import { useRestoredFocus } from '../use-restored-focus.ts';
import { isErased } from './erased-customer.ts';
import classes from './order-rows.module.css';
import { OrderStanding } from './order-standing.tsx';
import { ShipButton } from './shipping/ship-button.tsx';
import { contentWords, customerOf, orderWords } from './shipping/shipping-words.ts';
import type { OrderLinkTo } from './use-open-order.ts';
import type { ShownPage } from './use-order-list.ts';
import type { OrderWork } from './use-order-work.tsx';

interface RowProps {
  order: Order;
  isGone: boolean;
  isSelected: boolean;
  onSelect: (orderId: string, range: boolean) => void;
  work: OrderWork;
  linkTo: OrderLinkTo;
}

/** Takes an unpaid order out of the shop, after a question. */
function DeleteButton({ order, work }: Pick<RowProps, 'order' | 'work'>) {
  return (
    <Button
      size="compact-md"
      variant="subtle"
      color="red"
      disabled={work.busy.has(order._id)}
      onClick={() => work.remove(order)}
      aria-label={`${messages.orders.delete} ${orderWords(order)}`}
    >
      {messages.orders.delete}
    </Button>
  );
}

function Row({ order, isGone, isSelected, onSelect, work, linkTo }: RowProps) {
  const progress = work.shippings.get(order._id)?.progress;
  const content = contentWords(order);
  const isHandled = isGone || order.status === 'Shipped' || order.refund?.whole === true;
  return (
    <tr className={classes.row} data-row={order._id} data-handled={isHandled || undefined}>
      <td className={classes.tick} data-column="tick">
        <label>
          <input
            type="checkbox"
            checked={isSelected}
            onChange={({ nativeEvent }) =>
              onSelect(order._id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
            aria-label={`Select ${orderWords(order)}`}
          />
        </label>
      </td>
      <td className={classes.image}>
        <ToolPicture
          src={order.image}
          name={order.toolsName}
          sizes="56px"
          className={classes.picture ?? ''}
        />
      </td>
      <td className={classes.about} data-column="order">
        <Link {...linkTo(order)} className={classes.open}>
          <strong>{showNumber(order.number)}</strong>{' '}
          <span className={classes.content} title={content}>
            {content}
          </span>
          <VisuallyHidden>{`of ${customerOf(order)}`}</VisuallyHidden>
        </Link>
        <Text component="time" dateTime={order.createdAt} className={classes.date ?? ''}>
          {dateTime(order.createdAt)}
        </Text>
      </td>
      <td className={classes.customer}>
        <span title={order.name}>
          <bdi>{order.name}</bdi>
          {order.name !== '' && order.city !== '' && ' · '}
          <bdi>{order.city}</bdi>
        </span>
        {!isErased(order) && (
          <span className={classes.email} title={order.email}>
            {order.email}
          </span>
        )}
      </td>
      <td className={classes.money}>
        <Money amount={order.price} />
      </td>
      <td className={classes.standing}>
        <OrderStanding order={order} progress={progress} isGone={isGone} />
      </td>
      <td className={classes.action} data-column="action">
        <div>
          {!isGone && !order.paid && <DeleteButton order={order} work={work} />}
          {!isGone && <ShipButton order={order} work={work} />}
        </div>
      </td>
    </tr>
  );
}

interface OrderRowsProps extends Pick<RowProps, 'onSelect' | 'work' | 'linkTo'> {
  page: ShownPage;
  selected: ReadonlySet<string>;
  busy: boolean;
  /** True while the rows of another question stand in for them. */
  stale: boolean;
}

/** What the columns hold, for people who look and for those who listen. */
const headers = (
  <thead className={classes.head}>
    <tr>
      <th scope="col">Select</th>
      <th scope="col">Image</th>
      <th scope="col">Tools name, quantity</th>
      <th scope="col">User email</th>
      <th scope="col" className={classes.money}>
        Total price
      </th>
      <th scope="col">Status</th>
      <th scope="col" className={classes.action}>
        Action
      </th>
    </tr>
  </thead>
);

/** The orders of one page: a table with one line for each where there is room, three lines an order on a phone. */
export function OrderRows({ page, selected, busy, stale, ...rest }: OrderRowsProps) {
  const list = useRestoredFocus();
  return (
    <div ref={list as RefObject<HTMLDivElement>}>
      <table className={classes.table} aria-label="Orders" aria-busy={busy} data-stale={stale || undefined}>
        {headers}
        <tbody>
          {page.items.map((order) => (
            <Row
              key={order._id}
              order={order}
              isGone={page.gone.has(order._id)}
              isSelected={selected.has(order._id)}
              {...rest}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
