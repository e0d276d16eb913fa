import { SMTPServer } from 'smtp-server';
import type { LetterStore } from './letter-store.ts';
import { readLetter } from './read-letter.ts';

const mostBytes = 1_000_000;

const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

/**
 * Makes the mail server of the demo. It takes every letter, but refuses mailboxes whose name begins with `refused` for good, and those
 * with `later` for now; to those with `mute` it takes a letter and hangs up without a word, the first time that it comes. So all of it
 * can be tried.
 */
export function mailReceiver(store: LetterStore): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    // It has no certificate, and is reached from this machine only.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: mostBytes,
    banner: 'Karigar demo inbox',
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('refused')) done(refusal(550, `No such mailbox: ${address}`));
      else if (address.startsWith('later')) done(refusal(451, `Mailbox ${address} is busy`));
      else done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      let size = 0;
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= mostBytes) chunks.push(chunk);
      });
      stream.on('error', done);
      stream.on('end', () => {
        if (size > mostBytes) return done(refusal(552, 'The letter is too large'));
        readLetter(Buffer.concat(chunks)).then(
          (letter) => {
            const times = store.add(letter);
            const isMute = session.envelope.rcptTo.some(({ address }) => address.startsWith('mute'));
            if (times > 1 || !isMute) return done();
            for (const connection of server.connections)
              if (connection.session === session) connection.close();
          },
          () => done(refusal(554, 'The letter cannot be read')),
        );
      });
    },
  });
  return server;
}
