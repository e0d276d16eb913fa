import type { Order } from '@karigar/bff/contracts';
import { showNumber } from '@karigar/bff/order-number';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { messages } from '../../shared/messages.ts';
import { OrderStateMark } from '../../shared/orders/order-state.tsx';
import { openClaim } from '../../shared/orders/payment-claim.ts';
import { paths } from '../../shared/paths.ts';
import { ToolName } from '../../shared/tools/tool-name.tsx';
import { ToolPicture } from '../../shared/tools/tool-picture.tsx';
import { CopyText } from '../../shared/ui/copy-text.tsx';
import { EmailText } from '../../shared/ui/email-text.tsx';
import { formatMoney, Money } from '../../shared/ui/money.tsx';
import { dateOf } from '../../shared/ui/time.ts';
import { OrderAgainButton } from './order-again-button.tsx';
import classes from './order-list.module.css';
import { deliveryText, refundTexts, reservedText } from './order-state.ts';

/** Each column with what its cells hold; the style sheet knows a cell by `kind`. */
const columns: { title: string; kind: string; cell: (order: Order, place: number) => ReactNode }[] = [
  { title: '#', kind: 'number', cell: (_, place) => place + 1 },
  {
    title: 'Image',
    kind: 'picture',
    cell: ({ image, toolsName }) => <ToolPicture src={image} name={toolsName} sizes="112px" />,
  },
  {
    title: 'Tools name',
    kind: 'name',
    cell: (order) => (
      <>
        <Anchor component={Link} to={paths.order(order._id)} inherit fw={600}>
          <ToolName name={order.toolsName} />
        </Anchor>
        <Stack gap={2} mt={4}>
          <Text span size="xs" c="dimmed">
            <strong>{showNumber(order.number)}</strong>,{' '}
            <time dateTime={order.createdAt}>{dateOf(order.createdAt)}</time>
          </Text>
          <Small>{deliveryText(order)}</Small>
        </Stack>
      </>
    ),
  },
  { title: 'User', kind: 'person', cell: ({ name }) => name },
  { title: 'Email', kind: 'person', cell: ({ email }) => <EmailText email={email} /> },
  { title: 'Quantity', kind: 'number', cell: ({ quantity }) => quantity },
  { title: 'Unit price', kind: 'number', cell: ({ unitPrice }) => <Money amount={unitPrice} /> },
  { title: 'Total price', kind: 'number', cell: ({ price }) => <Money amount={price} /> },
  { title: 'Payment', kind: 'payment', cell: (order) => <OrderPayment order={order} /> },
];

/** The orders as a table, whose rows are cards on a narrow screen. */
export function OrderList({ orders, onDelete }: { orders: Order[]; onDelete: (order: Order) => void }) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map(({ title, kind }) => (
              <th key={title} data-kind={kind}>
                {title}
              </th>
            ))}
            <th>{messages.orders.delete}</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order, place) => (
            <tr key={order._id}>
              {columns.map(({ title, kind, cell }) => (
                <td key={title} data-kind={kind}>
                  {cell(order, place)}
                </td>
              ))}
              <td>
                {/* Not while the shop looks for its payment. */}
                {!order.paid && openClaim(order) === null && (
                  <div className={classes.payment}>
                    <Button
                      variant="subtle"
                      color="red"
                      px="xs"
                      mih="2.75rem"
                      aria-label={`${messages.orders.delete} the order of ${order.toolsName}`}
                      onClick={() => onDelete(order)}
                    >
                      {messages.orders.delete}
                    </Button>
                  </div>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Small = ({ children }: { children: string }) => (
  <Text span size="xs" c="dimmed">
    {children}
  </Text>
);

/**
 * What an order's payment column says: the way to pay and until when, or that it is paid, by which transaction, and what
 * became of the money since.
 */
export function OrderPayment({ order }: { order: Order }) {
  const { refund, transactionId } = order;
  const reserved = reservedText(order);
  if (!order.paid && openClaim(order) === null)
    return (
      <div className={classes.payment}>
        <Button component={Link} to={paths.payment(order._id)} mih="2.75rem">
          {messages.orders.payNow}
        </Button>
        {reserved !== null && <Small>{reserved}</Small>}
      </div>
    );
  return (
    <div className={classes.payment}>
      <Group gap="xs">
        <OrderStateMark state={order.paid ? 'paid' : 'claimed'} />
        {order.status === 'Shipped' && <OrderStateMark state="shipped" />}
        {refund !== null && refund.amount > 0 && (
          <OrderStateMark state="refunded">
            {refund.whole ? 'Refunded' : `${formatMoney(refund.amount)} refunded`}
          </OrderStateMark>
        )}
      </Group>
      {!order.paid && (
        <Anchor component={Link} to={paths.payment(order._id)} size="sm" py={10}>
          See the payment
        </Anchor>
      )}
      {reserved !== null && <Small>{reserved}</Small>}
      {refundTexts(order).map((text) => (
        <Small key={text}>{text}</Small>
      ))}
      {order.cancellation?.declinedAt === null && <Small>Cancellation requested.</Small>}
      {transactionId !== null && <CopyText value={transactionId} label="transaction id" />}
      <OrderAgainButton order={order} />
    </div>
  );
}
