import { download } from '../../../shared/api/download.ts';
import { saveFile } from '../../../shared/ui/save-file.ts';
import { type OrderFilter, orderQueryOf } from './order-filter.ts';

/** What the file is called: today's date, so that two exports never overwrite each other by accident. */
const exportName = (now: Date): string => `karigar-orders-${now.toISOString().slice(0, 10)}.csv`;

/** Saves every order of the filter, all its pages, as one CSV file; the server writes it. Throws ApiProblem or NoAnswerError. */
export async function downloadOrders(filter: OrderFilter): Promise<void> {
  const query = new URLSearchParams(
    Object.entries(orderQueryOf(filter)).map(([key, value]) => [key, String(value)]),
  );
  saveFile(await download(`/orders.csv?${query}`, 'text/csv'), exportName(new Date()));
}
