import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type AnswerGate, startAnswerGate } from './answer-gate.ts';

let echo: Server | undefined;
let gate: AnswerGate | undefined;
let client: Socket | undefined;

afterEach(async () => {
  client?.destroy();
  await gate?.close();
  echo?.close();
});

/** Starts a gate in front of a server that answers each text with the same; gives what that server has heard. */
async function startBoth() {
  const heard: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes) => {
      heard.push(bytes.toString());
      socket.write(bytes);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  echo = server;
  gate = await startAnswerGate((server.address() as AddressInfo).port);
  return { heard, gate };
}

/** Opens a connection through the gate; gives what it was answered so far. */
function talk(port: number) {
  const answers: string[] = [];
  const socket = connect(port, '127.0.0.1');
  client = socket;
  socket.on('error', () => undefined);
  socket.on('data', (bytes) => answers.push(bytes.toString()));
  return { answers, say: (text: string) => socket.write(text) };
}

it('passes every command on, but no answer from the words on', async () => {
  const started = await startBoth();
  started.gate.holdAnswersFrom('write');
  const { answers, say } = talk(started.gate.port);
  say('read');
  await expect.poll(() => answers).toEqual(['read']);
  expect(started.gate.holding).toBe(false);
  say('write');
  await expect.poll(() => started.heard).toEqual(['read', 'write']);
  expect(started.gate.holding).toBe(true);
  expect(answers).toEqual(['read']);
});

it('passes answers again when told to', async () => {
  const started = await startBoth();
  started.gate.holdAnswersFrom('write');
  talk(started.gate.port).say('write');
  await expect.poll(() => started.heard).toEqual(['write']);
  started.gate.letAnswersPass();
  const { answers, say } = talk(started.gate.port);
  say('write');
  await expect.poll(() => answers).toEqual(['write']);
});
