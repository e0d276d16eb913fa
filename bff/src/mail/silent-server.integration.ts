import { createServer } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { openMailSender } from './mail-sender.ts';

let smtpUrl = '';
let commands = '';
const from = { name: '', address: 'orders@shop.example' };
// By itself a silent connection ends after 8 s; a busy machine adds seconds to what takes half a second.
const beforeTheSocket = 6_000;
const mail = { to: from, messageId: '1@shop.example', subject: 'A', html: 'A', text: 'A' };

// Greets, says what it can do, and takes what comes without another word.
const server = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.write('220 mail.example\r\n');
  socket.on('data', (data) => {
    commands += String(data);
    if (/^EHLO/.test(String(data))) socket.write('250 mail.example\r\n');
  });
});
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
const address = server.address();
smtpUrl = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
afterAll(() => server.close());

it('a mail server that falls silent keeps nobody waiting for longer than a try may last', async () => {
  const sender = openMailSender({ smtpUrl, from, replyTo: from }, false, 500);
  const since = Date.now();
  await expect(sender.send(mail)).rejects.toThrow('The mail server does not answer in time.');
  expect(Date.now() - since).toBeLessThan(beforeTheSocket);
  sender.close();
});

it('closing gives up what is under way', async () => {
  commands = '';
  const sender = openMailSender({ smtpUrl, from, replyTo: from }, false);
  const sending = expect(sender.send(mail)).rejects.toThrow(/^The mail server does not/);
  await expect.poll(() => commands).toContain('MAIL FROM');
  const since = Date.now();
  sender.close();
  await sending;
  expect(Date.now() - since).toBeLessThan(beforeTheSocket);
});
