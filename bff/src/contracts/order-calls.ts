import { cancellationReasons } from '@karigar/events/reasons';
import { z } from 'zod';
import { adminRead, adminWrite, type CallTable, packerRead, packerWrite, read, write } from './call-row.ts';
import {
  DeliveryCorrection,
  OrderToShip,
  ParcelQuery,
  ShipmentsAnswer,
  ShipmentsRequest,
  shipment,
} from './delivery.ts';
import { oneOf } from './fields.ts';
import {
  ChangedOrder,
  Deleted,
  Modified,
  NewOrder,
  Order,
  OrderQuery,
  OrderTimelineEntry,
  PlacedOrder,
} from './order.ts';

/** The calls about orders and their parcels. */
export const orderCalls = {
  'POST /orders': {
    ...write,
    summary:
      'Places an order and reserves its stock, in one step. Repeating it with its Idempotency-Key is harmless',
    body: NewOrder,
    answers: { 201: PlacedOrder },
    problems: [
      'FORBIDDEN',
      'TOOL_NOT_FOUND',
      'OUT_OF_STOCK',
      'PRICE_CHANGED',
      'TOOL_AMBIGUOUS',
      'TOO_MUCH_HELD',
      'TOO_MANY_UNPAID',
      'TOO_MANY_ORDERS',
      'KEY_REUSED',
      'ORDER_GONE',
    ],
  },
  'GET /orders': {
    ...adminRead,
    summary:
      'All orders, newest first, or oldest first with `oldest`. `search` means words of the tool name, `find` also a number, an id, a payment or a customer. `X-Total-Count` counts all that match, `X-Next-Cursor` leads to the next page. With `find`, `X-Found-As` says how it was read, `X-Also-Found: tool` that it fits tool names as well, `X-Found-More` that more customers fit than were looked at',
    query: OrderQuery,
    answers: { 200: z.array(Order) },
  },
  'GET /orders.csv': {
    ...adminRead,
    summary:
      'The same filter as a CSV file with one line per order, streamed, without a limit; `find` answers with the headers of the list',
    query: OrderQuery,
    answers: { 200: 'text/csv' },
  },
  'GET /orders/:email': {
    ...read,
    summary: 'The orders of the person who asks, with the filters and headers of the list of all orders',
    access: 'own-email',
    query: OrderQuery,
    answers: { 200: z.array(Order) },
  },
  'GET /orders/order/:id': {
    ...read,
    summary: 'One order',
    access: 'owner-or-admin',
    answers: { 200: Order },
    problems: ['ORDER_NOT_FOUND', 'ORDER_GONE'],
  },
  'GET /orders/order/:id/events': {
    ...read,
    summary: 'The timeline of one order, straight from the log, oldest event first; also of a deleted one',
    access: 'owner-or-admin',
    answers: { 200: z.array(OrderTimelineEntry) },
    problems: ['ORDER_NOT_FOUND'],
  },
  'DELETE /orders/:id': {
    ...write,
    summary:
      'Deletes an unpaid order; its open payment is cancelled first. The count is 0 when it was deleted already',
    access: 'owner-or-admin',
    answers: { 200: Deleted },
    problems: [
      'ORDER_NOT_FOUND',
      'ORDER_PAID',
      'PAYMENT_CLAIMED',
      'PAYMENT_PROCESSING',
      'VERSION_CONFLICT',
      'PROVIDER_UNAVAILABLE',
    ],
  },
  'GET /parcels': {
    ...packerRead,
    summary:
      'Orders to ship, or that have left, without their money. `X-Total-Count` counts all that match, `X-Next-Cursor` leads to the next page',
    query: ParcelQuery,
    answers: { 200: z.array(OrderToShip) },
  },
  'GET /parcels/:id': {
    ...packerRead,
    summary: 'One order that is to be shipped or has left, without its money',
    answers: { 200: OrderToShip },
    problems: ['ORDER_NOT_FOUND'],
  },
  'PUT /order/:id': {
    ...packerWrite,
    summary:
      'Marks a paid order shipped; of one that has left it records carrier and tracking number; repeating it changes nothing. Only admins send one that is on hold',
    body: z.object({
      status: z.literal('Shipped', { error: "status must be 'Shipped'" }),
      ...shipment,
    }),
    answers: { 200: Modified },
    problems: [
      'ORDER_NOT_FOUND',
      'ORDER_GONE',
      'ORDER_NOT_PAID',
      'ORDER_REFUNDED',
      'REFUND_PENDING',
      'CANCELLATION_REQUESTED',
      'PAYMENT_DISPUTED',
      'TOO_MANY_TRACKING_CHANGES',
      'VERSION_CONFLICT',
    ],
  },
  'POST /orders/shipments': {
    ...packerWrite,
    summary:
      'Marks up to a hundred paid orders shipped, or records who carries those that have left, each by itself, and answers what became of each, in the order sent: one that is refused keeps none of the others back, and repeating it is harmless. A list that names an order twice is refused',
    body: ShipmentsRequest,
    answers: { 200: ShipmentsAnswer },
  },
  'PATCH /orders/:id/delivery': {
    ...write,
    summary:
      'Corrects name, address and telephone of an order that has not left; the timeline keeps what was before',
    access: 'owner-or-admin',
    body: DeliveryCorrection,
    answers: { 200: ChangedOrder },
    problems: [
      'ORDER_NOT_FOUND',
      'ORDER_GONE',
      'ORDER_SHIPPED',
      'ORDER_REFUNDED',
      'TOO_MANY_CORRECTIONS',
      'VERSION_CONFLICT',
    ],
  },
  'POST /orders/:id/cancellation': {
    ...write,
    summary: 'Asks the shop to cancel a paid order before it is shipped; asking again changes nothing',
    access: 'owner',
    body: z.object({
      reason: oneOf('reason', cancellationReasons),
    }),
    answers: { 200: ChangedOrder },
    problems: [
      'ORDER_NOT_FOUND',
      'ORDER_GONE',
      'ORDER_NOT_PAID',
      'ORDER_SHIPPED',
      'ORDER_REFUNDED',
      'REFUND_PENDING',
      'VERSION_CONFLICT',
    ],
  },
  'POST /orders/:id/cancellation/withdrawal': {
    ...write,
    summary: 'Takes back the wish to cancel while the shop has not decided; repeating it changes nothing',
    access: 'owner',
    answers: { 200: ChangedOrder },
    problems: ['ORDER_NOT_FOUND', 'ORDER_GONE', 'ORDER_NOT_PAID', 'VERSION_CONFLICT'],
  },
  'DELETE /orders/:id/cancellation': {
    ...adminWrite,
    summary: 'Declines what the customer asks: the order will be sent; declining again changes nothing',
    answers: { 200: ChangedOrder },
    problems: ['ORDER_NOT_FOUND', 'ORDER_GONE', 'ORDER_NOT_PAID', 'VERSION_CONFLICT'],
  },
} satisfies CallTable;
