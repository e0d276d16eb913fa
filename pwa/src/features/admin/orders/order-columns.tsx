import type { Order } from '@karigar/bff/contracts';
import { Button, Text, UnstyledButton } from '@mantine/core';
import { messages } from '../../../shared/messages.ts';
import { EmailText } from '../../../shared/ui/email-text.tsx';
import { Money } from '../../../shared/ui/money.tsx';
import { dateTime } from '../../../shared/ui/time.ts';
import { ToolName } from '../../../shared/ui/tool-name.tsx';
import { ToolPicture } from '../../../shared/ui/tool-picture.tsx';
import type { Column } from '../admin-table.tsx';
import { isErased } from './erased-customer.ts';
import classes from './manage-orders-page.module.css';
import { PaymentBadge, ShippingControl } from './order-status.tsx';

interface OrderActions {
  /** The orders (ids) whose change is on its way. */
  busy: ReadonlySet<string>;
  onOpen: (order: Order) => void;
  onShip: (order: Order) => void;
  onDelete: (order: Order) => void;
}

/** The columns of the admin's order list. */
export const orderColumns = ({ busy, onOpen, onShip, onDelete }: OrderActions): Column<Order>[] => [
  {
    id: 'image',
    header: 'Image',
    card: 'picture',
    cell: (order) => (
      <ToolPicture src={order.image} name={order.toolsName} className={classes.picture ?? ''} />
    ),
  },
  {
    id: 'name',
    header: 'Tools name',
    card: 'title',
    cell: (order) => (
      <UnstyledButton className={classes.open} onClick={() => onOpen(order)}>
        <span className={classes.name}>
          <ToolName name={order.toolsName} />
        </span>
        <Text size="sm" c="dimmed" component="time" dateTime={order.createdAt} display="block">
          {dateTime(order.createdAt)}
        </Text>
      </UnstyledButton>
    ),
  },
  {
    id: 'email',
    header: 'User email',
    cell: (order) => (
      <span className={classes.rowEmail}>
        {isErased(order) ? <Text c="dimmed">{order.name}</Text> : <EmailText email={order.email} />}
      </span>
    ),
  },
  { id: 'quantity', header: 'Quantity', numeric: true, cell: (order) => order.quantity },
  { id: 'price', header: 'Total price', numeric: true, cell: (order) => <Money amount={order.price} /> },
  { id: 'paid', header: 'Payment', cell: (order) => <PaymentBadge order={order} /> },
  {
    id: 'status',
    header: 'Status',
    cell: (order) => (
      <ShippingControl order={order} busy={busy.has(order._id)} onShip={() => onShip(order)} />
    ),
  },
  {
    id: 'delete',
    header: 'Delete',
    card: 'action',
    cell: (order) =>
      order.paid ? null : (
        <Button
          size="compact-md"
          variant="subtle"
          color="red"
          onClick={() => onDelete(order)}
          aria-label={`Delete the order of ${order.toolsName} by ${order.email || order.name}`}
        >
          {messages.orders.delete}
        </Button>
      ),
  },
];
