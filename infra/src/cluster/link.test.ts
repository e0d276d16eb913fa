import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Link, openLink } from './link.ts';

let echo: Server;
let link: Link;
const far: Socket[] = [];

beforeEach(async () => {
  echo = createServer((socket) => {
    far.push(socket);
    socket.on('error', () => undefined);
    socket.pipe(socket);
  });
  await new Promise<void>((listening) => echo.listen(0, '127.0.0.1', listening));
  link = await openLink((echo.address() as AddressInfo).port);
});
afterEach(async () => {
  await link.close();
  for (const socket of far.splice(0)) socket.destroy();
  await new Promise((closed) => echo.close(closed));
});

/** A client, what it has heard, and whether its connection has ended. */
function client() {
  const socket = connect(link.port, '127.0.0.1');
  const state = { heard: '', ended: false, socket };
  socket.on('data', (bytes) => {
    state.heard += bytes.toString();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    state.ended = true;
  });
  return state;
}

it('passes nothing while it is cut, and what was sent meanwhile when it is healed', async () => {
  const one = client();
  one.socket.write('before ');
  await expect.poll(() => one.heard).toBe('before ');
  link.cut();
  one.socket.write('after');
  await pause(100);
  expect(one).toMatchObject({ heard: 'before ', ended: false });
  link.heal();
  await expect.poll(() => one.heard).toBe('before after');
});

it('takes who comes while it is cut and answers nothing, until it closes them when it is healed', async () => {
  link.cut();
  const one = client();
  one.socket.write('hello');
  await pause(100);
  expect(one).toMatchObject({ heard: '', ended: false });
  link.heal();
  await expect.poll(() => one.ended).toBe(true);
});

it('tells of an end on the other side only when it is healed', async () => {
  const one = client();
  one.socket.write('x');
  await expect.poll(() => one.heard).toBe('x');
  link.cut();
  for (const socket of far) socket.destroy();
  await pause(100);
  expect(one.ended).toBe(false);
  link.heal();
  await expect.poll(() => one.ended).toBe(true);
});
