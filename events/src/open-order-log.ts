import { LogUnavailableError } from './log/log-errors.ts';
import type { OrderLog, OrderLogOptions } from './order-log.ts';

/** Opens the log; throws `LogUnavailableError` when Redis does not answer. */
export async function openOrderLog(options: OrderLogOptions): Promise<OrderLog> {
  throw new LogUnavailableError(`No log answers at ${options.url}`);
}
