import type { Order } from '@karigar/bff/contracts';
import { showNumber } from '@karigar/bff/order-number';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from 'react-router-dom';
import { messages } from '../../shared/messages.ts';
import { OrderStateMark } from '../../shared/orders/order-state.tsx';
import { openClaim } from '../../shared/orders/payment-claim.ts';
import { paths } from '../../shared/paths.ts';
import { ToolName } from '../../shared/tools/tool-name.tsx';
import { ToolPicture } from '../../shared/tools/tool-picture.tsx';
import { Card, Grid } from '../../shared/ui/blocks.tsx';
import { CopyText } from '../../shared/ui/copy-text.tsx';
import { EmailText } from '../../shared/ui/email-text.tsx';
import { formatMoney, Money } from '../../shared/ui/money.tsx';
import { dateOf } from '../../shared/ui/time.ts';
import { OrderAgainButton } from './order-again-button.tsx';
import classes from './order-list.module.css';
import { deliveryText, refundTexts, reservedText } from './order-state.ts';

interface OrderListProps {
  orders: Order[];
  onDelete: (order: Order) => void;
}

/** The orders as a table or, on narrow screens, as cards that say the same. */
export function OrderList(props: OrderListProps) {
  const isWide = useMediaQuery('(min-width: 78em)', true, { getInitialValueInEffect: false });
  return isWide ? <OrderTable {...props} /> : <OrderCards {...props} />;
}

const columns = [
  '#',
  'Image',
  'Tools name',
  'User',
  'Email',
  'Quantity',
  'Unit price',
  'Total price',
  'Payment',
  messages.orders.delete,
];
const numbers = ['#', 'Quantity', 'Unit price', 'Total price'];

function OrderTable({ orders, onDelete }: OrderListProps) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} className={numbers.includes(name) ? classes.number : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {orders.map((order, place) => (
            <tr key={order._id}>
              <td className={classes.number}>{place + 1}</td>
              <td className={classes.picture}>
                <ToolPicture src={order.image} name={order.toolsName} sizes="80px" />
              </td>
              <td>
                <Anchor component={Link} to={paths.order(order._id)} inherit fw={600}>
                  <ToolName name={order.toolsName} />
                </Anchor>
                <OrderIdentity order={order} />
                <OrderAgainButton order={order} size="xs" mih="2rem" />
              </td>
              <td className={classes.person}>{order.name}</td>
              <td className={classes.person}>
                <EmailText email={order.email} />
              </td>
              <td className={classes.number}>{order.quantity}</td>
              <td className={classes.number}>
                <Money amount={order.unitPrice} />
              </td>
              <td className={classes.number}>
                <Money amount={order.price} />
              </td>
              <td>
                <OrderPayment order={order} />
              </td>
              <td>
                <DeleteOrderButton order={order} onDelete={onDelete} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function OrderCards({ orders, onDelete }: OrderListProps) {
  return (
    <Grid as="ol" least="22rem">
      {orders.map((order, place) => (
        <Card as="li" key={order._id} className={classes.card}>
          <div className={classes.head}>
            <div>
              <ToolPicture src={order.image} name={order.toolsName} sizes="112px" />
            </div>
            <div>
              <h2 className={classes.name}>
                <Text span c="dimmed" inherit>
                  {place + 1}.
                </Text>{' '}
                <Link to={paths.order(order._id)} className={classes.link}>
                  <ToolName name={order.toolsName} />
                </Link>
              </h2>
              <OrderIdentity order={order} />
              <Text c="dimmed">
                {order.quantity} × <Money amount={order.unitPrice} />
              </Text>
              <Text className={classes.total}>
                <Money amount={order.price} />
              </Text>
            </div>
          </div>
          <Text c="dimmed">
            {order.name}
            <br />
            <EmailText email={order.email} />
          </Text>
          <div className={classes.end}>
            <OrderPayment order={order} />
            <DeleteOrderButton order={order} onDelete={onDelete} />
            <OrderAgainButton order={order} flex="none" />
          </div>
        </Card>
      ))}
    </Grid>
  );
}

const Small = ({ children }: { children: string }) => (
  <Text span size="xs" c="dimmed">
    {children}
  </Text>
);

/** What people ask an order by, and where its parcel is: number, date and delivery. */
const OrderIdentity = ({ order }: { order: Order }) => (
  <Stack gap={2} my={4}>
    <Text span size="xs" c="dimmed">
      <strong>{showNumber(order.number)}</strong>,{' '}
      <time dateTime={order.createdAt}>{dateOf(order.createdAt)}</time>
    </Text>
    <Small>{deliveryText(order)}</Small>
  </Stack>
);

/**
 * What an order's payment column says: the way to pay and until when, or that it is paid, by which transaction, and what
 * became of the money since.
 */
export function OrderPayment({ order }: { order: Order }) {
  const { refund } = order;
  if (!order.paid) {
    const [reserved, claim] = [reservedText(order), openClaim(order)];
    return (
      <Stack gap={4} align="start">
        {claim === null ? (
          <Button component={Link} to={paths.payment(order._id)} mih="2.75rem" className={classes.pay ?? ''}>
            {messages.orders.payNow}
          </Button>
        ) : (
          <>
            <OrderStateMark state="claimed" />
            <Anchor component={Link} to={paths.payment(order._id)} size="sm" py={10}>
              See the payment
            </Anchor>
          </>
        )}
        {reserved !== null && <Small>{reserved}</Small>}
      </Stack>
    );
  }
  return (
    <Stack gap={4} align="start">
      <Group gap="xs">
        <OrderStateMark state="paid" />
        {order.status === 'Shipped' && <OrderStateMark state="shipped" />}
        {refund !== null && refund.amount > 0 && (
          <OrderStateMark state="refunded">
            {refund.whole ? 'Refunded' : `${formatMoney(refund.amount)} refunded`}
          </OrderStateMark>
        )}
      </Group>
      {refundTexts(order).map((text) => (
        <Small key={text}>{text}</Small>
      ))}
      {order.cancellation?.declinedAt === null && <Small>Cancellation requested.</Small>}
      {order.transactionId !== null && <CopyText value={order.transactionId} label="transaction id" />}
    </Stack>
  );
}

/** Asks to delete an unpaid order; nothing for a paid one, nor while the shop looks for its payment. */
function DeleteOrderButton({ order, onDelete }: { order: Order; onDelete: (order: Order) => void }) {
  if (order.paid || openClaim(order) !== null) return null;
  return (
    <Button
      variant="subtle"
      color="red"
      flex="none"
      mih="2.75rem"
      aria-label={`${messages.orders.delete} the order of ${order.toolsName}`}
      onClick={() => onDelete(order)}
    >
      {messages.orders.delete}
    </Button>
  );
}
