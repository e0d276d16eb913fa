import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { seededRandom } from './seeded-random.ts';

let echo: Server | undefined;
let proxy: CuttingProxy | undefined;

afterEach(async () => {
  await proxy?.close();
  echo?.close();
});

async function startBoth() {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.pipe(socket);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  echo = server;
  proxy = await startCuttingProxy((server.address() as AddressInfo).port, seededRandom(1));
  return proxy;
}

/** Sends a text and gives what came back: the text, or 'cut' when the connection ended first. */
function ask(port: number, text: string): Promise<string> {
  return new Promise((answer) => {
    let heard = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    const end = (what: string) => {
      socket.destroy();
      answer(what);
    };
    socket.on('data', (bytes) => {
      heard += bytes.toString();
      if (heard === text) end(heard);
    });
    socket.on('error', () => end('cut'));
    socket.on('close', () => end('cut'));
  });
}

it('passes data both ways while it does not cut', async () => {
  const { port } = await startBoth();
  expect(await ask(port, 'hello')).toBe('hello');
});

it('cuts when told to, and passes data again when told to stop', async () => {
  const started = await startBoth();
  started.setCutting(1);
  expect(await ask(started.port, 'hello')).toBe('cut');
  expect(started.cuts).toBeGreaterThan(0);
  started.setCutting(0);
  expect(await ask(started.port, 'hello')).toBe('hello');
});
