import { showNumber } from '@karigar/bff/order-number';
import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ToolPicture } from '../../../../shared/tools/tool-picture.tsx';
import { dateTime } from '../../../../shared/ui/time.ts';
import shared from '../../admin.module.css';
import { useRestoredFocus } from '../../use-restored-focus.ts';
import type { ShownOrders } from '../model/order-cache.ts';
import { type AnyOrder, contentWords, customerOf, isParcel, orderWords } from '../model/order-words.ts';
import type { OrderLinkTo } from '../model/use-opened-order.ts';
import type { Shippings } from '../shipping/shipping.ts';
import { OrderStanding } from '../work/order-standing.tsx';
import classes from './order-rows.module.css';

interface OrderRowsProps<O extends AnyOrder> {
  page: ShownOrders<O>;
  /** The heads of the columns for the customer and for the figure beside it. */
  heads: readonly [customer: string, figure: string];
  figure: (order: O) => ReactNode;
  /** What can be done to an order that is still there. */
  action: (order: O) => ReactNode;
  selected: ReadonlySet<string>;
  onSelect: (orderId: string, range: boolean) => void;
  shippings: Shippings;
  linkTo: OrderLinkTo<O>;
  busy: boolean;
  /** True while the rows of another question stand in for them. */
  stale: boolean;
}

/** The orders of one page: a table with one line for each where there is room, three lines an order on a phone. */
export function OrderRows<O extends AnyOrder>({
  page,
  heads,
  figure,
  action,
  selected,
  onSelect,
  shippings,
  linkTo,
  busy,
  stale,
}: OrderRowsProps<O>) {
  const list = useRestoredFocus<HTMLTableElement>();
  return (
    <table
      ref={list}
      className={classes.table}
      aria-label="Orders"
      aria-busy={busy}
      data-stale={stale || undefined}
    >
      <thead className={classes.head}>
        <tr>
          {['Select', 'Image', 'Tools name, quantity', ...heads, 'Status', 'Action'].map((header) => (
            <th key={header} scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {page.items.map((order) => {
          const { _id, name, city } = order;
          const email = isParcel(order) ? '' : order.email;
          const content = contentWords(order);
          const isGone = page.gone.has(_id);
          const isHandled =
            isGone || order.status === 'Shipped' || (!isParcel(order) && order.refund?.whole === true);
          return (
            <tr key={_id} className={classes.row} data-row={_id} data-handled={isHandled || undefined}>
              <td className={classes.tick} data-column="tick">
                <label>
                  <input
                    type="checkbox"
                    className={shared.box}
                    checked={selected.has(_id)}
                    onChange={({ nativeEvent }) =>
                      onSelect(_id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
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
                  className={classes.picture}
                />
              </td>
              <td className={classes.about} data-column="order">
                <Link {...linkTo(order)} className={classes.open}>
                  <strong>{showNumber(order.number)}</strong> <span title={content}>{content}</span>
                  <VisuallyHidden>{`of ${customerOf(order)}`}</VisuallyHidden>
                </Link>
                <time dateTime={order.createdAt} className={classes.date}>
                  {dateTime(order.createdAt)}
                </time>
              </td>
              <td className={classes.customer}>
                <span title={name}>
                  <bdi>{name}</bdi>
                  {name !== '' && city !== '' && ' · '}
                  <bdi>{city}</bdi>
                </span>
                {email !== '' && (
                  <span className={classes.email} title={email}>
                    {email}
                  </span>
                )}
              </td>
              <td className={classes.money}>{figure(order)}</td>
              <td className={classes.standing}>
                <OrderStanding order={order} progress={shippings.get(_id)?.progress} isGone={isGone} />
              </td>
              <td className={classes.action} data-column="action">
                <div>{!isGone && action(order)}</div>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
