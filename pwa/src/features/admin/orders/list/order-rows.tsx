import { showNumber } from '@karigar/bff/order-number';
import { VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router-dom';
import { ToolPicture } from '../../../../shared/tools/tool-picture.tsx';
import { Money } from '../../../../shared/ui/money.tsx';
import { dateTime } from '../../../../shared/ui/time.ts';
import shared from '../../admin.module.css';
import { useRestoredFocus } from '../../use-restored-focus.ts';
import type { ShownOrders } from '../model/order-cache.ts';
import { contentWords, customerOf, orderWords } from '../model/order-words.ts';
import type { OrderLinkTo } from '../model/use-opened-order.ts';
import { DeleteButton, ShipButton } from '../work/order-buttons.tsx';
import { OrderStanding } from '../work/order-standing.tsx';
import type { OrderWork } from '../work/use-order-work.tsx';
import classes from './order-rows.module.css';

const headers = ['Select', 'Image', 'Tools name, quantity', 'User email', 'Total price', 'Status', 'Action'];

interface OrderRowsProps {
  page: ShownOrders;
  selected: ReadonlySet<string>;
  onSelect: (orderId: string, range: boolean) => void;
  work: OrderWork;
  linkTo: OrderLinkTo;
  busy: boolean;
  /** True while the rows of another question stand in for them. */
  stale: boolean;
}

/** The orders of one page: a table with one line for each where there is room, three lines an order on a phone. */
export function OrderRows({ page, selected, onSelect, work, linkTo, busy, stale }: OrderRowsProps) {
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
          {headers.map((header) => (
            <th key={header} scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {page.items.map((order) => {
          const { _id, name, city, email } = order;
          const content = contentWords(order);
          const isGone = page.gone.has(_id);
          const isHandled = isGone || order.status === 'Shipped' || order.refund?.whole === true;
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
              <td className={classes.money}>
                <Money amount={order.price} />
              </td>
              <td className={classes.standing}>
                <OrderStanding order={order} progress={work.shippings.get(_id)?.progress} isGone={isGone} />
              </td>
              <td className={classes.action} data-column="action">
                <div>
                  {!isGone && (
                    <>
                      <DeleteButton order={order} work={work} />
                      <ShipButton order={order} work={work} />
                    </>
                  )}
                </div>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
