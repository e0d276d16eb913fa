/** The front door of the order room: everything that other rooms may use. */

export { mendArchive } from './archive/log-archiver.ts';
export { type ArchiveRound, type Archiver, exportArchive, openArchiver } from './archive/open-archiver.ts';
export { pastSegments } from './archive/past-segments.ts';
export { requireEmpty, restoreArchive } from './archive/restore-archive.ts';
export { highestEpoch, readChain } from './archive/segments.ts';
export { type HeldBack, type Trim, trimLog } from './archive/trim-log.ts';
export type { Origin } from './commands/append-until-decided.ts';
export type { UnpaidLimits } from './commands/place-order.ts';
export { changeRecords, type RecordChange } from './log/change-records.ts';
export {
  LogDamagedError,
  LogUnavailableError,
  OtherHistoryError,
  ReadModelDamagedError,
  RecordDamagedError,
  StoreClosedError,
  UnknownSchemaError,
} from './log/log-errors.ts';
export { openScan, type Scan } from './log/open-scan.ts';
export { type ArchiveMoment, LostEventsError, type PastEvents } from './log/past-events.ts';
export type { Primary } from './log/primary.ts';
export { addressAt, readRedisAddress, withoutPassword } from './log/redis-address.ts';
export { commandsOf, type RedisClient, type RedisConnection } from './log/redis-connection.ts';
export { orderIdFor, redisKeys } from './log/redis-keys.ts';
export type { LogHead } from './log/store-head.ts';
export { decodeTool, encodeTool, type ToolRecord } from './log/tool-record.ts';
export { visit } from './log/visit.ts';
export { type DeletedOrder, isDeleted, type OrderDocument, requireLive } from './model/order-record.ts';
export {
  type ObjectStore,
  ObjectsUnavailableError,
  PastUnavailableError,
} from './objects/object-store.ts';
export {
  checkObjects,
  ObjectsAddressError,
  openObjects,
  pingObjects,
  readObjectsAddress,
} from './objects/open-objects.ts';
export { type OrderLog, openOrderLog } from './order-log.ts';
export { isOrderRejected, OrderRejectedError, type RejectionCode } from './orders/decision.ts';
export type { RecordedEvent, ShopEvent } from './orders/order-event.ts';
export { isMoneyDisputed, isOpenDispute } from './orders/order-state.ts';
export { type DeletionReason, voidReasons } from './orders/reasons.ts';
export { daysFrom, type ShopClock, shiftDay, shopClock } from './orders/shop-clock.ts';
export { type EventNotice, type EventPosition, logBegin } from './queries/follow-log.ts';
export type { OrderListQuery, OrderPage } from './queries/order-list.ts';
export type { SalesOfDay } from './queries/sales.ts';
export { PoisonEventError } from './rebuild/order-fold.ts';
export { type RebuildStep, rebuild } from './rebuild/rebuild.ts';
export { findImpossible } from './verify/folded-log.ts';
export { orderAsOf, replayOrder } from './verify/order-replay.ts';
export { type Verification, verify } from './verify/verify.ts';
