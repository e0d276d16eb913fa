import type { Order } from '@karigar/bff/contracts';
import { Table } from '@mantine/core';
import { Link } from 'react-router-dom';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { EmailText } from '../../shared/ui/email-text.tsx';
import { Money } from '../../shared/ui/money.tsx';
import { ToolName } from '../../shared/ui/tool-name.tsx';
import { ToolPicture } from '../../shared/ui/tool-picture.tsx';
import { DeleteOrderButton } from './delete-order-button.tsx';
import classes from './my-orders-page.module.css';
import { OrderAgainButton } from './order-again-button.tsx';
import { OrderIdentity } from './order-identity.tsx';
import { OrderPayment } from './order-payment.tsx';

export interface OrderListProps {
  orders: Order[];
  onDelete: (order: Order) => void;
}

/** The orders as a table, for wide screens. */
export function OrderTable({ orders, onDelete }: OrderListProps) {
  return (
    <Table.ScrollContainer minWidth={900}>
      <Table verticalSpacing="sm" className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes.number}>#</Table.Th>
            <Table.Th>Image</Table.Th>
            <Table.Th>Tools name</Table.Th>
            <Table.Th>User</Table.Th>
            <Table.Th>Email</Table.Th>
            <Table.Th className={classes.number}>Quantity</Table.Th>
            <Table.Th className={classes.number}>Unit price</Table.Th>
            <Table.Th className={classes.number}>Total price</Table.Th>
            <Table.Th>Payment</Table.Th>
            <Table.Th>{messages.orders.delete}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {orders.map((order, place) => (
            <Table.Tr key={order._id}>
              <Table.Td className={classes.number}>{place + 1}</Table.Td>
              <Table.Td>
                <div className={classes.thumb}>
                  <ToolPicture src={order.image} name={order.toolsName} sizes="80px" />
                </div>
              </Table.Td>
              <Table.Td>
                <Link to={paths.order(order._id)} className={classes.tableLink}>
                  <ToolName name={order.toolsName} />
                </Link>
                <div className={classes.identity}>
                  <OrderIdentity order={order} />
                  <OrderAgainButton order={order} size="xs" mih="2rem" className={classes.again} />
                </div>
              </Table.Td>
              <Table.Td>
                <div className={classes.tablePerson}>{order.name}</div>
              </Table.Td>
              <Table.Td className={classes.email}>
                <EmailText email={order.email} />
              </Table.Td>
              <Table.Td className={classes.number}>{order.quantity}</Table.Td>
              <Table.Td className={classes.number}>
                <Money amount={order.unitPrice} />
              </Table.Td>
              <Table.Td className={classes.number}>
                <Money amount={order.price} />
              </Table.Td>
              <Table.Td>
                <OrderPayment order={order} />
              </Table.Td>
              <Table.Td>
                <DeleteOrderButton order={order} onDelete={onDelete} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
