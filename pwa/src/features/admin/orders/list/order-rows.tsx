import { showNumber } from '@karigar/bff/order-number';
import { VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router-dom';
import { ToolPicture } from '../../../../shared/tools/tool-picture.tsx';
import { Money } from '../../../../shared/ui/money.tsx';
import { dateTime } from '../../../../shared/ui/time.ts';
import shared from '../../admin.module.css';
import { useRestoredFocus } from '../../use-restored-focus.ts';
import type { Desk } from '../model/desk.ts';
import { contentWords, customerOf, isParcel, orderWords, type ShownOrder } from '../model/order.ts';
import type { ShownOrders } from '../model/order-cache.ts';
import type { OrderBeside } from '../model/use-opened-order.ts';
import { DeleteButton, ShipButton } from '../work/order-buttons.tsx';
import { OrderStanding } from '../work/order-standing.tsx';
import type { OrderWork } from '../work/use-order-work.tsx';
import classes from './order-rows.module.css';
import { type Selection, SelectionBar, useSelection } from './selection-bar.tsx';

interface OrderRowProps {
  order: ShownOrder;
  isGone: boolean;
  selection: Selection;
  work: OrderWork;
  linkTo: OrderBeside['linkTo'];
}

function OrderRow({ order, isGone, selection, work, linkTo }: OrderRowProps) {
  const { _id, name, city, email, refund, status } = order;
  const content = contentWords(order);
  const isHandled = isGone || status === 'Shipped' || refund?.whole === true;
  /** By their place in a phone's grid. */
  const cells = {
    tick: (
      <label>
        <input
          type="checkbox"
          className={shared.box}
          checked={selection.ids.has(_id)}
          onChange={({ nativeEvent }) =>
            selection.toggle(_id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
          aria-label={`Select ${orderWords(order)}`}
        />
      </label>
    ),
    image: <ToolPicture src={order.image} name={order.toolsName} sizes="56px" />,
    about: (
      <>
        <Link {...linkTo(order)} className={classes.open}>
          <strong>{showNumber(order.number)}</strong> <span title={content}>{content}</span>
          <VisuallyHidden>{`of ${customerOf(order)}`}</VisuallyHidden>
        </Link>
        <time dateTime={order.createdAt} className={classes.more}>
          {dateTime(order.createdAt)}
        </time>
      </>
    ),
    customer: (
      <>
        <span title={name}>
          <bdi>{name}</bdi>
          {name !== '' && city !== '' && ' · '}
          <bdi>{city}</bdi>
        </span>
        {email !== '' && (
          <span className={classes.more} title={email}>
            {email}
          </span>
        )}
      </>
    ),
    figure: isParcel(order) ? order.zip : <Money amount={order.price} />,
    standing: <OrderStanding order={order} shipping={work.shippings.get(_id)} isGone={isGone} />,
    action: !isGone && (
      <div>
        <DeleteButton order={order} work={work} />
        <ShipButton order={order} work={work} />
      </div>
    ),
  };
  return (
    <tr className={classes.row} data-row={_id} data-handled={isHandled || undefined}>
      {Object.entries(cells).map(([area, content]) => (
        <td key={area} className={classes[area]} style={{ gridArea: area }} data-column={area}>
          {content}
        </td>
      ))}
    </tr>
  );
}

interface OrderRowsProps extends Pick<OrderRowProps, 'work' | 'linkTo'> {
  heads: Desk['heads'];
  page: ShownOrders;
  /** True while rows are on their way. */
  busy: boolean;
  /** True while the rows of another question stand in for them. */
  stale: boolean;
}

/**
 * The orders of one page, and what is done to many of them at once: a table with one line for each where there is room, three lines an order on
 * a phone.
 */
export function OrderRows({ heads, page, busy, stale, ...row }: OrderRowsProps) {
  const list = useRestoredFocus<HTMLTableElement>();
  const columns: [header: string, width?: string][] = [
    ['Select', '3rem'],
    ['Image', '4.25rem'],
    ['Tools name, quantity'],
    [heads[0]],
    [heads[1], '6rem'],
    ['Status', '10rem'],
    ['Action', '12.5rem'],
  ];
  const tickable = page.items.filter(({ _id }) => !page.gone.has(_id));
  const selection = useSelection(tickable.map(({ _id }) => _id));
  return (
    <>
      <SelectionBar orders={tickable} selection={selection} work={row.work} />
      <table
        ref={list}
        className={classes.table}
        aria-label="Orders"
        aria-busy={busy}
        data-stale={stale || undefined}
      >
        <thead>
          <tr>
            {columns.map(([header, width], place) => (
              <th key={header} scope="col" style={{ width }}>
                {/* What the first two columns are is seen. */}
                {place < 2 ? <VisuallyHidden>{header}</VisuallyHidden> : header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {page.items.map((order) => (
            <OrderRow
              key={order._id}
              order={order}
              isGone={page.gone.has(order._id)}
              selection={selection}
              {...row}
            />
          ))}
        </tbody>
      </table>
    </>
  );
}
