import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ArchiveMoment, openScan, restoreArchive, type Scan } from '@karigar/events';
import { asOfOption, shopOption } from './arguments.ts';
import { OperatorError } from './failure-text.ts';
import { isoTime } from './output.ts';
import { archivedShop, momentText } from './restore-commands.ts';
import { command } from './run-command.ts';

const builtPages = join(import.meta.dirname, '..', '..', '..', 'pwa', 'dist');

export const openCommand = command({
  usage: 'open',
  help: 'Open the whole shop as it was on a port of this machine, only to be looked at, until Ctrl-C',
  example: 'open --as-of 2026-11-21T18:30:00Z',
  options: [asOfOption, shopOption],
  // The running shop does not notice.
  async run(context, { asOf, ...options }: { asOf?: ArchiveMoment; shop?: string }) {
    const { output, signal, shop: settings } = context;
    const { objects, shop } = await archivedShop(context, options);
    const redis = await startRedis(signal);
    try {
      const onProgress = context.progress();
      const { head, recordsAt, recordsFault } = await restoreArchive(redis.store, objects, shop, {
        ...{ until: asOf, asCopy: false, signal, onProgress },
      });
      const moment = momentText(asOf);
      const port = await freePort();
      // On this machine only, without letters and pushes.
      const server = await context.openServer({
        ...(existsSync(builtPages) ? { PWA_DIST: builtPages } : {}),
        ...settings.variables,
        ...{ DATA_DIR: settings.dataDir, REDIS_URL: redis.url, PORT: String(port), HOST: '127.0.0.1' },
        ...{ SHOP_URL: `http://127.0.0.1:${port}`, REPLICAS: '0', PROCESSES: '1', SMTP_URL: '' },
        ...{ TRUSTED_PROXIES: '', AS_OF: moment.replace(/^as of /, '') },
      });
      output.result({ url: server.url, shop, head, recordsAt, recordsFault }, [
        `The shop ${moment} is open at ${server.url}`,
        `Its last event is ${head.seq}, of ${isoTime(head.ts)}; tools, people and reviews are as of ${isoTime(recordsAt)}.`,
        recordsFault !== null && `Mind that ${recordsFault}.`,
        'Nothing in it can be changed. Ctrl-C closes it and throws it away.',
      ]);
      if (!signal.aborted) await once(signal, 'abort');
      await server.stop();
    } finally {
      await redis.stop();
    }
    return {};
  },
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** A loaded machine may take its time. */
const startsWithinMs = 30_000;

/** Starts a Redis that keeps nothing on disk and answers this machine alone, with its password. Throws `OperatorError` where none is installed. */
async function startRedis(signal: AbortSignal) {
  const dir = await mkdtemp(join(tmpdir(), 'karigar-as-it-was-'));
  const port = await freePort();
  const password = randomBytes(24).toString('hex');
  // Detached from the terminal's Ctrl-C: the command ends it when the server is done.
  const child = spawn('sh', ['-c', 'exec "$(command -v redis-server || command -v valkey-server)" -'], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // By its input, because the arguments of a program can be read by everybody on the machine.
  child.stdin.on('error', () => undefined);
  child.stdin.end(
    `port ${port}\nbind 127.0.0.1\nrequirepass ${password}\nsave ""\nappendonly no\ndir ${dir}\nmaxmemory-policy noeviction\n`,
  );
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const url = `redis://:${password}@127.0.0.1:${port}`;
  let store: Scan | null = null;
  const stop = async () => {
    await store?.close();
    process.off('exit', kill);
    if (kill()) await once(child, 'exit');
    await rm(dir, { recursive: true, force: true });
  };
  try {
    const until = performance.now() + startsWithinMs;
    while (store === null) {
      await delay(50, undefined, { signal });
      store = await openScan(url, 'karigar-as-it-was', { signal }).catch(() => null);
      if (store === null && (child.exitCode !== null || performance.now() > until))
        throw new OperatorError(
          'The shop as it was needs a Redis of its own on this machine, and none could be started. Is redis-server or valkey-server installed? sudo apt-get install -y redis-server',
        );
    }
    return { url, store, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
