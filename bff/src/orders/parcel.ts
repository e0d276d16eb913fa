import { isDeleted, type OrderDocument } from '@karigar/events';
import { type OrderToShip, OrderToShip as Schema } from '../contracts/delivery.ts';
import { isOnHold } from '../contracts/on-hold.ts';
import type { Order } from '../contracts/order.ts';
import type { FoundOrder } from '../payments/payment-parts.ts';

/** Whether there is an order that packers see: it is paid, or has left. */
export const isParcel = (order: FoundOrder): order is OrderDocument =>
  order !== null && !isDeleted(order) && (order.status === 'paid' || order.status === 'shipped');

/** Leaves the fields of the schema and drops every other. */
const allowed = Schema.strip();

/** Takes out of an order what a packer needs. */
export const orderToShip = (order: Order): OrderToShip =>
  allowed.parse({ ...order, onHold: isOnHold(order) });
