import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Hono } from 'hono';
import { afterEach, expect, it } from 'vitest';
import type { AppEnv } from './app-env.ts';
import { clientAddress } from './client-address.ts';
import type { ConnectionBounds } from './connection-bounds.ts';
import { type RunningServer, runServer } from './run-server.ts';

/** More than the buffers of both kernels hold. */
const large = Buffer.alloc(20_000_000, 'x');
let server: RunningServer;
let clients: Socket[] = [];
afterEach(async () => {
  for (const client of clients) client.destroy();
  clients = [];
  await server.stop(0);
});

/** A server that answers `/large` at once and `/held` never; the sockets of its requests, and why it cut connections. */
async function start(bounds: Partial<ConnectionBounds>, proxies: readonly string[] = []) {
  const seen: Socket[] = [];
  const cuts: string[] = [];
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    if (c.env.incoming?.socket) seen.push(c.env.incoming.socket);
    await next();
  });
  app.all('/large', (c) => c.body(large));
  app.get('/small', (c) => c.text('small'));
  app.get('/held', () => new Promise<Response>(() => undefined));
  app.get('/quiet', async (c) => {
    const socket = c.env.incoming?.socket as Socket;
    await once(socket, 'timeout');
    return c.text('after a while');
  });
  server = await runServer(
    app,
    { host: '127.0.0.1', port: 0 },
    {
      clientAddress: clientAddress(proxies),
      limitAddresses: true,
      onCut: (why) => cuts.push(why),
      ...bounds,
    },
  );
  return { seen, cuts };
}

const requestFor = (path: string, forwardedFor?: string) =>
  `GET ${path} HTTP/1.1\r\nHost: shop\r\n${forwardedFor ? `X-Forwarded-For: ${forwardedFor}\r\n` : ''}\r\n`;

/** Connects, sends `text` and reads nothing until it is told to. */
async function client(text: string): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1').setEncoding('utf8').pause();
  socket.on('error', () => undefined);
  clients.push(socket);
  // A refused connection is reset, sometimes before it is known here.
  await once(socket, 'connect').catch(() => undefined);
  socket.write(text);
  return socket;
}

/** Reads until `text` has come or the server has closed the connection; answers what came. */
async function read(socket: Socket, text: string): Promise<string> {
  let all = '';
  try {
    for await (const chunk of socket) {
      all += chunk;
      if (all.includes(text)) break;
    }
  } catch {
    // The server has reset the connection.
  }
  return all;
}

it('cuts an answer that nobody reads', async () => {
  const { seen, cuts } = await start({ stalledMs: 200 });
  await client(requestFor('/large'));
  await expect.poll(() => seen[0]?.destroyed).toBe(true);
  expect(cuts).toEqual(['stalled']);
});

it.each([
  ['line ends', requestFor('/large'), '\r\n'],
  ['the body of its request', 'POST /large HTTP/1.1\r\nHost: shop\r\nContent-Length: 99999\r\n\r\n', 'x'],
])('cuts an answer that nobody reads while its client sends %s', async (_, request, more) => {
  const { seen, cuts } = await start({ stalledMs: 200 });
  const socket = await client(request);
  const sending = setInterval(() => socket.write(more), 20);
  await expect.poll(() => seen[0]?.destroyed).toBe(true);
  clearInterval(sending);
  expect(cuts).toEqual(['stalled']);
});

it('reads the next request when its client has read the answer', async () => {
  const { seen, cuts } = await start({});
  const socket = await client(requestFor('/large'));
  socket.write(requestFor('/small'));
  for await (const chunk of socket) if (chunk.includes('small')) break;
  expect(cuts).toEqual([]);
  expect(seen.length).toBe(2);
});

it('waits for an answer that is still being made', async () => {
  const { cuts } = await start({ stalledMs: 100 });
  expect(await read(await client(requestFor('/quiet')), 'while')).toContain('after a while');
  expect(cuts).toEqual([]);
});

it('answers eight requests at once on a connection and cuts one that sends more', async () => {
  const { seen, cuts } = await start({});
  await client(requestFor('/held').repeat(8));
  await expect.poll(() => seen.length).toBe(8);
  expect(cuts).toEqual([]);
  await client(requestFor('/held').repeat(30));
  await expect.poll(() => cuts).toEqual(['pipelined']);
  expect(seen.length).toBe(16);
});

it('gives one address so many connections, and a place again when one of them is closed', async () => {
  const { cuts } = await start({ perAddress: 2 });
  const [first] = [await client(''), await client('')];
  expect(await read(await client(requestFor('/small')), 'small')).toBe('');
  expect(cuts).toEqual(['connections']);
  first?.destroy();
  await expect.poll(async () => read(await client(requestFor('/small')), 'small')).toContain('small');
});

it('counts the open requests of each client behind a trusted proxy, not the connections of the proxy', async () => {
  const { seen, cuts } = await start({ perAddress: 2 }, ['loopback']);
  for (const _ of [1, 2, 3]) await client(requestFor('/held', '203.0.113.7'));
  await expect.poll(() => cuts).toEqual(['connections']);
  expect(seen.length).toBe(2);
  const other = await client(requestFor('/small', '203.0.113.8'));
  expect(await read(other, 'small')).toContain('200 OK');
});

it('bounds what one address leaves unread, over all of its connections', async () => {
  const { cuts } = await start({ unreadBytes: 50_000_000 });
  for (const _ of [1, 2, 3, 4]) await client(requestFor('/large'));
  await expect.poll(() => cuts).toContain('unread');
});

it('limits no address when limits are off', async () => {
  const { cuts } = await start({ perAddress: 1, limitAddresses: false });
  await client('');
  expect(await read(await client(requestFor('/small')), 'small')).toContain('200 OK');
  expect(cuts).toEqual([]);
});
