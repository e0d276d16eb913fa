import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { mailFault, mustEncrypt, openMailSender } from './mail-sender.ts';

const errorOf = (fields: Record<string, unknown>) =>
  Object.assign(new Error('550 No mailbox rina@example.com'), fields);

it.each([
  ['smtp://mail.example', true],
  ['smtps://user:word@mail.example', true],
  ['smtp://[2001:db8::1]:2525', true],
  ['smtp://[::1]:2525', false],
  ['smtp://127.0.0.1:2525', false],
])('the connection to %s has to be encrypted: %s', (smtpUrl, must) => {
  expect(mustEncrypt(smtpUrl)).toBe(must);
});

const from = { name: '', address: 'orders@shop.example' };
const mail = { to: from, messageId: '1@shop.example', subject: 'A', html: 'A', text: 'A' };

/** A mail server that needs `pauseMs` for each answer; one that falls silent gives none to a letter. */
async function slowServer(pauseMs: number, fallsSilent = false) {
  let taken = 0;
  let heard = '';
  const open: Promise<unknown>[] = [];
  const server = createServer((socket) => {
    open.push(once(socket, 'close'));
    socket.on('error', () => undefined);
    const say = (line: string) => delay(pauseMs).then(() => socket.writable && socket.write(`${line}\r\n`));
    let isLetter = false;
    void say('220 slow');
    socket.on('data', (data) => {
      const text = data.toString();
      heard += text;
      if (fallsSilent && text.startsWith('MAIL')) return;
      if (isLetter && text.endsWith('\r\n.\r\n')) {
        taken += 1;
        isLetter = false;
        void say('250 taken');
      } else if (text.startsWith('DATA')) {
        isLetter = true;
        void say('354 go on');
      } else if (!isLetter) void say('250 well');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    smtpUrl: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: () => taken,
    heard: () => heard,
    allClosed: () => Promise.all(open),
    stop: () => server.close(),
  };
}

describe('a mail server that needs too long for its answers', () => {
  it('takes no letter after the try was given up, and keeps no connection', async () => {
    const server = await slowServer(100);
    const sender = openMailSender({ smtpUrl: server.smtpUrl, from, replyTo: from }, false, 250);
    const tries = Array.from({ length: 12 }, () => sender.send(mail));
    const ended = await Promise.allSettled(tries);
    for (const one of ended)
      expect(one).toMatchObject({ reason: { message: 'The mail server does not answer in time.' } });
    await server.allClosed();
    expect(server.taken()).toBe(0);
    sender.close();
    server.stop();
  });
});

it('closing gives up what is under way', async () => {
  const server = await slowServer(0, true);
  const sender = openMailSender({ smtpUrl: server.smtpUrl, from, replyTo: from }, false);
  const sending = expect(sender.send(mail)).rejects.toThrow(/^The mail server does not/);
  await expect.poll(server.heard).toContain('MAIL FROM');
  const since = Date.now();
  sender.close();
  await sending;
  // By itself a silent connection ends after 8 s; a busy machine adds seconds to what takes half a second.
  expect(Date.now() - since).toBeLessThan(6_000);
  server.stop();
});

describe('a fault of the mail server', () => {
  it.each([
    [
      { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 },
      'The mail server refuses the recipient (answer 550).',
      true,
    ],
    [
      { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 451 },
      'The mail server does not accept the email (answer 451).',
      false,
    ],
    [{ code: 'EENVELOPE', command: 'API' }, 'This is not a valid email address.', true],
    [
      { code: 'EMESSAGE', command: 'DATA', responseCode: 554 },
      'The mail server does not accept the email (answer 554).',
      false,
    ],
    [
      { code: 'EAUTH', responseCode: 535 },
      'The mail server refuses the shop’s name and password (answer 535): look at SMTP_URL.',
      false,
    ],
    [{ code: 'ETLS' }, 'The connection to the mail server cannot be encrypted.', false],
    [{ code: 'ECONNECTION' }, 'The mail server does not answer (ECONNECTION).', false],
  ])('%j is said in words without an address', (fields, words, isFinal) => {
    const fault = mailFault(errorOf(fields));
    expect(fault).toMatchObject({ message: words, isFinal, cause: undefined });
  });

  it('is told of a server that is not there', async () => {
    const sender = openMailSender({ smtpUrl: 'smtp://127.0.0.1:9', from, replyTo: from }, true);
    await expect(sender.send(mail)).rejects.toThrow(/^The mail server does not answer/);
    sender.close();
  });
});
