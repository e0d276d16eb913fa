import type { OrderDocument, OrderListQuery, OrderLog } from '@karigar/events';

const pageSize = 200;

/** Walks all orders of a query, page by page, newest first, until the signal aborts. Throws what `log.orders` throws. */
export async function* orderPages(
  log: Pick<OrderLog, 'orders'>,
  query: Omit<OrderListQuery, 'limit' | 'cursor'>,
  signal?: AbortSignal,
): AsyncIterable<OrderDocument[]> {
  let cursor: string | undefined;
  while (!signal?.aborted) {
    const page = await log.orders({ ...query, limit: pageSize, cursor });
    yield page.orders;
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}
