import { z } from 'zod';
import {
  boolean,
  cursor,
  int,
  limit,
  oneOf,
  onlyTrue,
  optionalText,
  search,
  string,
  stringOrNull,
  telephone,
  text,
  wholeNumber,
  zipCode,
} from './fields.ts';
import { problemCodes } from './problem.ts';
import { longest, plainCode } from './written-text.ts';

/**
 * An order as a packer sees it, once it is paid: what is needed to ship it. Nothing in it is about money, and it has no email address.
 */
export const OrderToShip = z.strictObject({
  _id: string,
  number: int,
  version: int,
  createdAt: string,
  toolId: string,
  toolsName: string,
  image: string,
  quantity: int,
  name: string,
  address: string,
  city: string,
  zip: string,
  phone: string,
  status: z.enum(['pending', 'Shipped']),
  shippedAt: stringOrNull,
  carrier: stringOrNull,
  trackingNumber: stringOrNull,
  trackingUrl: stringOrNull,
  /** Whether an admin has to decide before it may leave. */
  onHold: boolean,
});
export type OrderToShip = z.infer<typeof OrderToShip>;
/**
 * Query of `GET /parcels`: those to ship, or with `Shipped` those that have left. `find` is the number or id of an order, a customer's name, or
 * words of a tool's name. `cursor` comes from `X-Next-Cursor`.
 */
export const ParcelQuery = z.object({
  status: oneOf('status', ['pending', 'Shipped']).default('pending'),
  find: search.optional(),
  oldest: onlyTrue('oldest'),
  limit: limit(1000).default(100),
  cursor: cursor(),
});
export type ParcelQuery = z.infer<typeof ParcelQuery>;
/** One `parcel` message of `GET /live`, for packers: null when the order is not theirs to see any more. */
export const LiveParcel = z.object({ orderId: string, order: OrderToShip.nullable() });
export type LiveParcel = z.infer<typeof LiveParcel>;

/** How a parcel leaves; `despiteCancellation` sends it although its customer asks to cancel, `despiteDispute` although its payment is disputed. */
export const shipment = {
  carrier: optionalText(longest.carrier),
  trackingNumber: optionalText(longest.trackingNumber, plainCode),
  despiteCancellation: z.literal(true, { error: 'despiteCancellation is true or left out' }).optional(),
  despiteDispute: z.literal(true, { error: 'despiteDispute is true or left out' }).optional(),
};
/** What `POST /orders/shipments` takes: up to a hundred orders, each once, by its id or number. */
export const ShipmentsRequest = z.object({
  shipments: z
    .array(
      z.object(
        { order: text('order is the id or the number of an order', 64), ...shipment },
        { error: 'A shipment is an object with order' },
      ),
      {
        error: 'Send shipments, a list',
      },
    )
    .min(1, { error: 'Send at least one shipment' })
    .max(100, { error: 'Send at most 100 shipments at once' }),
});
/** One of them. */
export type Shipment = z.infer<typeof ShipmentsRequest>['shipments'][number];
/** What became of each, in the order sent: `code` and `detail` say why one was refused. */
export const ShipmentsAnswer = z.object({
  results: z.array(
    z.object({
      /** As it was sent. */
      order: string,
      id: stringOrNull,
      number: int.nullable(),
      /** `tracked`: it had left before, and carrier or number are known now. */
      outcome: z.enum(['shipped', 'tracked', 'unchanged', 'refused']),
      code: z.enum(problemCodes).nullable(),
      detail: stringOrNull,
    }),
  ),
});
export type ShipmentsAnswer = z.infer<typeof ShipmentsAnswer>;
/**
 * What `PATCH /orders/{id}/delivery` takes: who receives the parcel from now on. `corrections` is the count that the writer has seen:
 * a client that sends it never overwrites a correction that it has not seen.
 */
export const DeliveryCorrection = z.object({
  name: optionalText(longest.name),
  address: text('Address is required', longest.address),
  city: text('City is required', longest.city),
  zip: zipCode,
  /** Left out, the order keeps its telephone; empty removes it. */
  phone: telephone.optional(),
  corrections: wholeNumber('corrections is the number that you read', { min: 0 }).optional(),
});
export type DeliveryCorrection = z.infer<typeof DeliveryCorrection>;
