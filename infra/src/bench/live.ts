import { performance } from 'node:perf_hooks';
import { table } from '../measuring/figure.ts';
import { type MeasuredShop, startShop } from '../measuring/measured-shop.ts';
import { placeOrder } from '../measuring/order-body.ts';
import { ShopHttp } from '../measuring/shop-http.ts';
import { LatencyHistogram } from '../measuring/statistics.ts';
import type { Bench } from './bench.ts';

/** Live updates: how long after an order was asked for all of 200 open admin screens have heard of it. */
export const live: Bench = async ({ quick }) => {
  await using shop = await startShop({ buyers: 1, tools: 1 });
  const [screens, orders] = quick ? [20, 10] : [200, 200];
  const [heard, allHeard] = [new LatencyHistogram(), new LatencyHistogram()];
  const http = new ShopHttp(shop.url);
  const listeners = await Promise.all(Array.from({ length: screens }, () => openScreen(shop)));
  for (let n = 0; n < orders; n += 1) {
    const start = performance.now();
    const hearing = listeners.map(async (listener) => {
      const { value: message } = await listener.next();
      heard.record(performance.now() - start);
      return message;
    });
    const { orderId } = await placeOrder(http, shop.pick(n));
    const messages = await Promise.all(hearing);
    allHeard.record(performance.now() - start);
    if (messages.some((message) => !message?.includes(orderId)))
      throw new Error(`A screen heard of another order than ${orderId}`);
  }
  await Promise.all(listeners.map((listener) => listener.return(undefined)));
  return {
    title: 'Live updates to open screens',
    tables: [
      table(`${orders} orders, one after the other, ${screens} screens; from the request to the message`, [
        { '': 'one screen hears', ...heard.cells },
        { '': 'all screens have heard', ...allHeard.cells },
      ]),
    ],
  };
};

/** Opens what a screen of the admin listens to; gives the messages about orders. */
async function openScreen({ url, admin }: MeasuredShop): Promise<AsyncGenerator<string, undefined>> {
  const response = await fetch(`${url}/api/live`, { headers: { authorization: `Bearer ${admin.token}` } });
  if (!response.ok || response.body === null) throw new Error(`GET /api/live answered ${response.status}`);
  const texts = response.body.pipeThrough(new TextDecoderStream());
  return (async function* () {
    let unread = '';
    for await (const text of texts) {
      const messages = (unread + text).split('\n\n');
      unread = messages.pop() ?? '';
      yield* messages.filter((message) => message.includes('event: order'));
    }
    return undefined;
  })();
}
