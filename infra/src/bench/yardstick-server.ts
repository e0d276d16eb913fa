import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { NewOrder } from '@karigar/bff/contracts';
import { Hono } from 'hono';

// What we are compared with: Hono with nothing behind it. Started as a process of its own by `startYardstick`.
const [bytesFile = ''] = process.argv.slice(2);
const bytes = readFileSync(bytesFile);
const etag = '"yardstick"';
const app = new Hono();

app.get('/bytes', (c) =>
  c.req.header('if-none-match') === etag
    ? c.body(null, 304, { etag })
    : c.body(bytes, 200, { 'content-type': 'application/json', etag }),
);
app.post('/orders', async (c) => {
  const order = NewOrder.safeParse(await c.req.json());
  if (!order.success) return c.json({ code: 'INVALID' }, 400);
  return c.json({ insertedId: 'ord_0123456789', repeated: false, order: order.data }, 201);
});

const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
  process.send?.({ port });
});
process.on('disconnect', () => server.close());
