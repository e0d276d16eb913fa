import { serve } from '@hono/node-server';
import { inboxPages } from './inbox-pages.ts';
import { openLetterStore } from './letter-store.ts';
import { mailReceiver } from './mail-receiver.ts';

const { DATA_DIR: dir, PORT = '0', SMTP_PORT = '0' } = process.env;
if (!dir) {
  console.error('The inbox needs DATA_DIR.');
  process.exit(2);
}

const store = openLetterStore(dir);
const host = '127.0.0.1';
const receiver = mailReceiver(store);
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
