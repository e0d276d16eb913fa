import { Readable } from 'node:stream';
import type { OrderDocument, OrderLog } from '@karigar/events';
import { stringify } from 'csv-stringify';
import type { OrderQuery } from '../contracts/order.ts';
import { listQuery } from './order-filter.ts';

/** The columns of the file, and what stands in each of them. */
const columns: Readonly<Record<string, (order: OrderDocument) => string | number>> = {
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

const pageSize = 500;

/**
 * Streams all orders of a filter as CSV, page by page, so that a table of any length needs the memory of one page. Text that a
 * spreadsheet would run as a formula is escaped. The first page is read before this resolves: a store that is away
 * is still an honest 503; one that goes away later cuts the stream, which the client sees as a failed download.
 */
export async function orderCsv(log: OrderLog, query: OrderQuery): Promise<ReadableStream> {
  const first = await log.orders(listQuery(query, pageSize));
  async function* rows() {
    let page = first;
    for (;;) {
      for (const order of page.orders) yield Object.values(columns).map((cell) => cell(order));
      if (page.nextCursor === null) return;
      page = await log.orders(listQuery({ ...query, cursor: page.nextCursor }, pageSize));
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
