import { Readable } from 'node:stream';
import type { OrderDocument, OrderLog } from '@karigar/events';
import { stringify } from 'csv-stringify';
import type { OrderQuery } from '../contracts/order.ts';
import { listOrders } from './order-filter.ts';

const columns = [
  '_id',
  'createdAt',
  'toolsName',
  'quantity',
  'unitPrice',
  'price',
  'status',
  'paid',
  'transactionId',
  'name',
  'email',
  'address',
  'city',
  'zip',
] as const;

const rowOf = (order: OrderDocument): Record<(typeof columns)[number], string | number> => ({
  _id: order.id,
  createdAt: new Date(order.createdAt).toISOString(),
  toolsName: order.toolsName,
  quantity: order.quantity,
  unitPrice: order.unitPrice,
  price: order.price,
  status: order.status === 'shipped' ? 'Shipped' : 'pending',
  paid: order.paid ? 'yes' : 'no',
  transactionId: order.transactionId ?? '',
  name: order.name,
  email: order.email,
  address: order.address,
  city: order.city,
  zip: order.zip,
});

const pageSize = 500;

/**
 * All orders of a filter as CSV, page by page, so that a table of any length needs the memory of one page. Text that a
 * spreadsheet would run as a formula is escaped. The first page is read before this resolves: a store that is away
 * is still an honest 503; one that goes away later cuts the stream, which the client sees as a failed download.
 */
export async function orderCsv(log: OrderLog, query: OrderQuery): Promise<ReadableStream> {
  const first = await listOrders(log, query, pageSize);
  async function* rows() {
    let page = first;
    for (;;) {
      for (const order of page.orders) yield rowOf(order);
      if (page.nextCursor === null) return;
      page = await listOrders(log, { ...query, cursor: page.nextCursor }, pageSize);
    }
  }
  const source = Readable.from(rows());
  const csv = source.pipe(
    stringify({ header: true, columns: [...columns], bom: true, escape_formulas: true }),
  );
  source.on('error', (error) => csv.destroy(error));
  csv.on('close', () => source.destroy());
  return Readable.toWeb(csv) as unknown as ReadableStream;
}
