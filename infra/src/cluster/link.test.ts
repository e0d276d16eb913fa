import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Link, openLink } from './link.ts';

let echo: Server;
let link: Link;
let arrived: string;
const sockets: Socket[] = [];
const far: Socket[] = [];

beforeEach(async () => {
  arrived = '';
  echo = createServer((socket) => {
    far.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      arrived += bytes.toString();
    });
    socket.pipe(socket);
  });
  await new Promise<void>((listening) => echo.listen(0, '127.0.0.1', listening));
  link = await openLink((echo.address() as AddressInfo).port);
});
afterEach(async () => {
  await link.close();
  for (const socket of [...far.splice(0), ...sockets.splice(0)]) socket.destroy();
  await new Promise((closed) => echo.close(closed));
});

/** A client that says something; what it has heard, and whether its connection has ended. */
function client(said: string) {
  const socket = connect(link.port, '127.0.0.1');
  sockets.push(socket);
  const state = { heard: '', ended: false, say: (text: string) => socket.write(text) };
  socket.on('data', (bytes) => {
    state.heard += bytes.toString();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    state.ended = true;
  });
  state.say(said);
  return state;
}

it('passes nothing while it is cut, and what was sent meanwhile when it is healed', async () => {
  const one = client('before ');
  await expect.poll(() => one.heard).toBe('before ');
  link.cut();
  one.say('after');
  await pause(100);
  expect(one).toMatchObject({ heard: 'before ', ended: false });
  link.heal();
  await expect.poll(() => one.heard).toBe('before after');
});

it('takes who comes while it is cut and answers nothing, until it closes them when it is healed', async () => {
  link.cut();
  const one = client('hello');
  await pause(100);
  expect(one).toMatchObject({ heard: '', ended: false });
  link.heal();
  await expect.poll(() => one.ended).toBe(true);
});

it('tells of an end on the other side only when it is healed', async () => {
  const one = client('x');
  await expect.poll(() => one.heard).toBe('x');
  link.cut();
  for (const socket of far) socket.destroy();
  await pause(100);
  expect(one.ended).toBe(false);
  link.heal();
  await expect.poll(() => one.ended).toBe(true);
});

it('tears connections where it is told to, and passes data again when it is healed', async () => {
  link.tear(() => 2);
  const one = client('hello');
  await expect.poll(() => one.ended).toBe(true);
  expect(one.heard).toBe('');
  await expect.poll(() => arrived).toBe('he');
  link.heal();
  const other = client('hello');
  await expect.poll(() => other.heard).toBe('hello');
});

it('passes every command on, but no answer from the words on, until it is healed', async () => {
  link.holdAnswersFrom('write');
  const one = client('read ');
  await expect.poll(() => one.heard).toBe('read ');
  expect(link.isHolding).toBe(false);
  one.say('write');
  await expect.poll(() => arrived).toBe('read write');
  expect(link.isHolding).toBe(true);
  expect(one.heard).toBe('read ');
  link.heal();
  const other = client('write');
  await expect.poll(() => other.heard).toBe('write');
});
