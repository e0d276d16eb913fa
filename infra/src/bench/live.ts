import { performance } from 'node:perf_hooks';
import { keepFigure, readable } from '../measuring/figure.ts';
import { type MeasuredShop, withShop } from '../measuring/measured-shop.ts';
import { orderBody } from '../measuring/order-body.ts';
import { ShopHttp } from '../measuring/shop-http.ts';
import { LatencyHistogram } from '../measuring/statistics.ts';
import type { Bench } from './bench.ts';

/** Live updates: how long after an order was asked for all of 200 open admin screens have heard of it. */
export const live: Bench = ({ quick }) =>
  withShop({ buyers: 1, tools: 1 }, async (shop) => {
    const screens = quick ? 20 : 200;
    const orders = quick ? 10 : 200;
    const heard = new LatencyHistogram();
    const allHeard = new LatencyHistogram();
    const listeners = await Promise.all(Array.from({ length: screens }, () => listen(shop)));
    try {
      for (let n = 0; n < orders; n += 1) {
        const start = performance.now();
        const times = listeners.map((listener) => listener.next());
        const orderId = await placeOrder(shop, n);
        for (const time of await Promise.all(times)) {
          if (!time.message.includes(orderId))
            throw new Error(`A screen heard of another order than ${orderId}`);
          heard.record(time.at - start);
        }
        allHeard.record(performance.now() - start);
      }
    } finally {
      for (const listener of listeners) listener.close();
    }
    keepFigure({
      name: 'live',
      title: 'Live updates to open screens',
      command: 'npm run bench -- live',
      quick,
      values: { screens, p50: heard.percentile(0.5), p99: heard.percentile(0.99) },
      tables: [
        {
          title: `${orders} orders, one after the other, ${screens} screens; from the request to the message`,
          columns: ['', 'p50 ms', 'p99 ms', 'longest ms'],
          rows: [row('one screen hears', heard), row('all screens have heard', allHeard)],
        },
      ],
      notes: [],
    });
  });

function row(what: string, times: LatencyHistogram): (string | number)[] {
  return [what, readable(times.percentile(0.5)), readable(times.percentile(0.99)), readable(times.max)];
}

interface Listener {
  /** The next message and when it came. */
  next(): Promise<{ message: string; at: number }>;
  close(): void;
}

async function listen(shop: MeasuredShop): Promise<Listener> {
  const end = new AbortController();
  const response = await fetch(`${shop.url}/api/live`, {
    headers: { authorization: `Bearer ${shop.admin.token}`, accept: 'text/event-stream' },
    signal: end.signal,
  });
  if (!response.ok || response.body === null) throw new Error(`GET /api/live answered ${response.status}`);
  let waiting: ((heard: { message: string; at: number }) => void) | null = null;
  let text = '';
  const read = async (stream: AsyncIterable<Uint8Array>) => {
    for await (const bytes of stream) {
      text += Buffer.from(bytes).toString();
      for (let cut = text.indexOf('\n\n'); cut >= 0; cut = text.indexOf('\n\n')) {
        const message = text.slice(0, cut);
        text = text.slice(cut + 2);
        if (message.includes('event: order')) waiting?.({ message, at: performance.now() });
      }
    }
  };
  read(response.body as AsyncIterable<Uint8Array>).catch(() => undefined);
  return {
    next: () =>
      new Promise((resolve) => {
        waiting = resolve;
      }),
    close: () => end.abort(),
  };
}

async function placeOrder(shop: MeasuredShop, n: number): Promise<string> {
  const [buyer] = shop.buyers;
  if (buyer === undefined) throw new Error('The shop has no buyer');
  const answer = await new ShopHttp(shop.url).must('POST', '/api/orders', {
    token: buyer.token,
    key: `live-bench-${n}`,
    body: orderBody(buyer, shop.toolIds[0]),
  });
  return (answer.body as { insertedId: string }).insertedId;
}
