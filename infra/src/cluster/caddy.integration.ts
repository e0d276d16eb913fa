import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startCaddy } from './caddy.ts';
import { until } from './until.ts';

const dir = mkdtempSync(join(tmpdir(), 'karigar-caddy-'));
const undo = new AsyncDisposableStack();
undo.defer(() => rmSync(dir, { recursive: true, force: true }));
const places: string[] = [];
/** What each server does with a request; a name that is not ready gets none. */
const ready = { a: true, b: true };
let left = 0;

function answer(name: 'a' | 'b', request_: IncomingMessage, response: ServerResponse) {
  if (request_.url === '/api/readyz') {
    response.writeHead(ready[name] ? 200 : 503).end();
  } else if (request_.url === '/live') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: first\n\n');
    request_.on('close', () => {
      left += 1;
    });
  } else response.end(name);
}

async function listen(name: 'a' | 'b'): Promise<Server> {
  const server = createServer((request_, response) => answer(name, request_, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  places.push(`127.0.0.1:${(server.address() as AddressInfo).port}`);
  undo.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  return server;
}

await listen('a');
await listen('b');
const caddy = await startCaddy(undo, { dir, logFile: join(dir, 'http.log'), servers: places });
afterAll(() => undo.disposeAsync());

const ask = async () => (await fetch(caddy.url)).text();

it('gives requests to both servers, and none to one that says that it is not ready', async () => {
  const served = async () => new Set(await Promise.all(Array.from({ length: 8 }, ask)));
  await expect.poll(served).toEqual(new Set(['a', 'b']));
  ready.a = false;
  await expect.poll(served).toEqual(new Set(['b']));
  ready.a = true;
  await expect.poll(served).toEqual(new Set(['a', 'b']));
});

it('passes live updates on at once, and closes them at the server when the browser has gone', async () => {
  const stream = get(`${caddy.url}/live`);
  const [response] = (await once(stream, 'response')) as [IncomingMessage];
  const [first] = (await once(response, 'data')) as [Buffer];
  expect(first.toString()).toBe('data: first\n\n');
  expect(left).toBe(0);
  stream.destroy();
  await until('the server hears that the browser has gone', () => left === 1, 20_000);
});
