/** The front door of the order room: everything that other rooms may use. */
export * from './log/log-errors.ts';
export { hashEmail, orderIdFor, recordKeys } from './log/record-keys.ts';
export type { RecordConnection } from './log/redis-connection.ts';
export { decodeTool, encodeTool, type ToolRecord } from './log/tool-record.ts';
export { openOrderLog } from './open-order-log.ts';
export type * from './order-log.ts';
export { type DeletedOrder, isDeleted, type OrderDocument } from './orders/order-document.ts';
export type { EventEnvelope, EventType, OrderEvent, RecordedEvent, ShopEvent } from './orders/order-event.ts';
export {
  isOrderRejected,
  OrderRejectedError,
  type RejectionCode,
  rejectionCodes,
} from './orders/rejection.ts';
