import type { OrderDocument, OrderListQuery, OrderLog } from '@karigar/events';
import { showNumber } from '../contracts/order-number.ts';
import type { ShopClock } from '../contracts/shop-clock.ts';
import type { CsvColumns, CsvPage } from '../http/csv-stream.ts';
import { type OpenedOrder, openOrders } from '../personal/buyer.ts';
import type { Personal } from '../personal/personal.ts';

/** What stands in a file of orders. */
export const orderColumns = (clock: ShopClock): CsvColumns<OpenedOrder> => ({
  _id: (order) => order.id,
  createdAt: (order) => clock.isoOf(order.createdAt),
  toolsName: (order) => order.toolsName,
  quantity: (order) => order.quantity,
  unitPrice: (order) => order.unitPrice,
  price: (order) => order.price,
  status: (order) => (order.shippedAt === null ? 'pending' : 'Shipped'),
  paid: (order) => (order.status === 'unpaid' ? 'no' : 'yes'),
  transactionId: (order) => order.transactionId ?? '',
  name: (order) => order.name,
  email: (order) => order.email,
  address: (order) => order.address,
  city: (order) => order.city,
  zip: (order) => order.zip,
  number: (order) => showNumber(order.number),
  phone: (order) => order.phone,
  carrier: (order) => order.carrier ?? '',
  trackingNumber: (order) => order.trackingNumber ?? '',
  refunded: (order) => (order.refund === null ? 0 : order.refund.amount / 100),
});

/** Orders that are read at once. */
export const csvPageSize = 500;

/** Reads one page of the orders of a filter, or the only page of some orders, with their persons. */
export async function orderRows(
  { log, personal }: { readonly log: Pick<OrderLog, 'orders'>; readonly personal: Personal },
  wanted: OrderListQuery | readonly OrderDocument[],
  cursor?: string,
): Promise<CsvPage<OpenedOrder>> {
  if (isList(wanted)) return { rows: await openOrders(personal, wanted), nextCursor: null };
  const { orders, nextCursor } = await log.orders({ ...wanted, cursor });
  return { rows: await openOrders(personal, orders), nextCursor };
}

const isList = (wanted: OrderListQuery | readonly OrderDocument[]): wanted is readonly OrderDocument[] =>
  Array.isArray(wanted);
