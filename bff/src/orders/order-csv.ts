import { Readable } from 'node:stream';
import type { OrderListQuery, OrderLog } from '@karigar/events';
import { stringify } from 'csv-stringify';
import { type OpenedOrder, openOrders } from '../personal/buyer.ts';
import type { Personal } from '../personal/personal.ts';

/** The columns of the file, and what stands in each of them. */
const columns: Readonly<Record<string, (order: OpenedOrder) => string | number>> = {
  _id: (order) => order.id,
  createdAt: (order) => new Date(order.createdAt).toISOString(),
  toolsName: (order) => order.toolsName,
  quantity: (order) => order.quantity,
  unitPrice: (order) => order.unitPrice,
  price: (order) => order.price,
  status: (order) => (order.status === 'shipped' ? 'Shipped' : 'pending'),
  paid: (order) => (order.paid ? 'yes' : 'no'),
  transactionId: (order) => order.transactionId ?? '',
  name: (order) => order.name,
  email: (order) => order.email,
  address: (order) => order.address,
  city: (order) => order.city,
  zip: (order) => order.zip,
};

/** Orders that are read at once. */
export const csvPageSize = 500;

/**
 * Streams all orders of a filter as CSV, page by page, so that a table of any length needs the memory of one page. Text that a
 * spreadsheet would run as a formula is escaped. The first page is read before this resolves: a store that is away
 * is still an honest 503; one that goes away later cuts the stream, which the client sees as a failed download.
 */
export async function orderCsv(
  { log, personal }: { readonly log: Pick<OrderLog, 'orders'>; readonly personal: Personal },
  query: OrderListQuery,
): Promise<ReadableStream> {
  const read = async (cursor?: string) => {
    const { orders, nextCursor } = await log.orders({
      ...query,
      ...(cursor === undefined ? {} : { cursor }),
    });
    return { orders: await openOrders(personal, orders), nextCursor };
  };
  const first = await read();
  async function* rows() {
    let page = first;
    for (;;) {
      for (const order of page.orders) yield Object.values(columns).map((cell) => cell(order));
      if (page.nextCursor === null) return;
      page = await read(page.nextCursor);
    }
  }
  const source = Readable.from(rows());
  const csv = source.pipe(
    stringify({ header: true, columns: Object.keys(columns), bom: true, escape_formulas: true }),
  );
  source.on('error', (error) => csv.destroy(error));
  csv.on('close', () => source.destroy());
  return Readable.toWeb(csv) as unknown as ReadableStream;
}
