import { buffer } from 'node:stream/consumers';
import { serve } from '@hono/node-server';
import { SMTPServer } from 'smtp-server';
import { inboxPages } from './inbox-pages.ts';
import { openLetterStore, readLetter } from './letters.ts';

const { DATA_DIR: dir, PORT = '0', SMTP_PORT = '0' } = process.env;
if (!dir) {
  console.error('The inbox needs DATA_DIR.');
  process.exit(2);
}

const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });
const store = openLetterStore(dir);
const host = '127.0.0.1';

/**
 * The mail server of the demo. It takes every letter, but refuses mailboxes whose name begins with `refused` for good, and those
 * with `later` for now; to those with `mute` it takes a letter and hangs up without a word, the first time that it comes. So all of it
 * can be tried.
 */
const receiver = new SMTPServer({
  authOptional: true,
  // It has no certificate, and is reached from this machine only.
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  size: 1_000_000,
  banner: 'Karigar demo inbox',
  onRcptTo({ address }, _session, done) {
    if (address.startsWith('refused')) done(refusal(550, `No such mailbox: ${address}`));
    else if (address.startsWith('later')) done(refusal(451, `Mailbox ${address} is busy`));
    else done();
  },
  onData(stream, session, done) {
    const take = async () => {
      const source = await buffer(stream);
      if (stream.sizeExceeded) return done(refusal(552, 'The letter is too large'));
      const times = store.add(await readLetter(source));
      const isMute = session.envelope.rcptTo.some(({ address }) => address.startsWith('mute'));
      if (times > 1 || !isMute) return done();
      for (const connection of receiver.connections) if (connection.session === session) connection.close();
    };
    take().catch(() => done(refusal(554, 'The letter cannot be read')));
  },
});
// A connection that breaks concerns its sender alone.
receiver.on('error', (error) => console.error(error.message));
const smtp = receiver.listen(Number(SMTP_PORT), host, () => {
  const server = serve({ fetch: inboxPages(store).fetch, hostname: host, port: Number(PORT) }, ({ port }) => {
    const address = smtp.address();
    const smtpPort = typeof address === 'object' ? address?.port : SMTP_PORT;
    console.log(`inbox listening on http://${host}:${port}, letters to smtp://${host}:${smtpPort}`);
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      server.close();
      receiver.close(() => process.exit(0));
    });
});
