import { NoAnswerError } from '../../../shared/api/failure.ts';
import { openStream } from '../../../shared/api/http.ts';
import { type OrderFilter, orderQueryOf } from './order-filter.ts';

/** What the file is called: today's date, so that two exports never overwrite each other by accident. */
const exportName = (now: Date): string => `karigar-orders-${now.toISOString().slice(0, 10)}.csv`;

/**
 * Saves every order of the filter, all its pages, as one CSV file; the server writes it. The answer is streamed and may
 * take its time, so there is no limit on the whole. Throws ApiProblem or NoAnswerError.
 */
export async function downloadOrders(filter: OrderFilter): Promise<void> {
  const query = new URLSearchParams(
    Object.entries(orderQueryOf(filter)).map(([key, value]) => [key, String(value)]),
  );
  const stream = await openStream(
    `/orders.csv?${query}`,
    { Accept: 'text/csv' },
    new AbortController().signal,
  );
  const file = await new Response(stream).blob().catch((cause: unknown) => {
    throw new NoAnswerError('unreachable', cause);
  });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = exportName(new Date());
  link.click();
  // The browser has taken the file by then; freed at once, some would save an empty one.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
