/** The front door of the order room: everything that other rooms may use. */

export * from './log/log-errors.ts';
export { hashEmail, orderIdFor, recordKeys } from './log/record-keys.ts';
export type { RecordConnection } from './log/redis-connection.ts';
export { openScanConnection } from './log/scan-connection.ts';
export { decodeTool, encodeTool, type ToolRecord } from './log/tool-record.ts';
export { openOrderLog } from './open-order-log.ts';
export { type BackupHead, BackupLine } from './operator/backup-lines.ts';
export type { Difference } from './operator/difference.ts';
export { backupHead, exportStore } from './operator/export-store.ts';
export { type OrderReplay, orderAsOf, replayOrder, type Until } from './operator/order-replay.ts';
export {
  BackupCheck,
  beginRestore,
  finishRestore,
  restoreLines,
  StoreNotEmptyError,
} from './operator/restore-store.ts';
export { type StoreFigures, storeFigures } from './operator/store-figures.ts';
export { type KnownHead, type Verification, type VerifyOptions, verify } from './operator/verify.ts';
export type * from './order-log.ts';
export { type DeletedOrder, isDeleted, type OrderDocument } from './orders/order-document.ts';
export type { EventEnvelope, EventType, OrderEvent, RecordedEvent, ShopEvent } from './orders/order-event.ts';
export {
  isOrderRejected,
  OrderRejectedError,
  type RejectionCode,
  rejectionCodes,
} from './orders/rejection.ts';
export { PoisonEventError } from './projection/batch.ts';
export { type RebuildOptions, type RebuildResult, type RebuildStep, rebuild } from './projection/rebuild.ts';
