import type { Order } from '@karigar/bff/contracts';
import { Button } from '@mantine/core';
import { messages } from '../../shared/messages.ts';
import classes from './my-orders-page.module.css';

/** Has an unpaid order of a list deleted, once the person has confirmed it; nothing for a paid one. */
export function DeleteOrderButton({ order, onDelete }: { order: Order; onDelete: (order: Order) => void }) {
  if (order.paid) return null;
  return (
    <Button
      variant="light"
      color="red"
      className={classes.delete}
      aria-label={`${messages.orders.delete} the order of ${order.toolsName}`}
      onClick={() => onDelete(order)}
    >
      {messages.orders.delete}
    </Button>
  );
}
