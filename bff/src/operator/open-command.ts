import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ArchiveMoment, openScan, restoreArchive } from '@karigar/events';
import { addressOf, archivedShop, momentText } from './archived-shop.ts';
import { archiveMoment, option, shopId, wholeNumber } from './arguments.ts';
import { type Context, command } from './command.ts';
import { OperatorError } from './failure-text.ts';
import { isoTime } from './output.ts';

const builtPages = join(import.meta.dirname, '..', '..', '..', 'pwa', 'dist');

interface OpenOptions {
  readonly asOf: ArchiveMoment;
  readonly from?: string;
  readonly shop?: string;
  /** 0 = a free one. */
  readonly port: number;
}

export const openCommand = command({
  name: 'open',
  help: 'Open the whole shop as it was on a port of this machine, only to be looked at, until Ctrl-C',
  examples: ['open --as-of 2026-11-21T18:30:00Z', 'open --as-of 1204 --port 8899'],
  options: [
    option('--as-of <moment>', 'an event or a time', archiveMoment).makeOptionMandatory(),
    option('--port <n>', 'where (default: a free port)', wholeNumber, 0),
    option('--from <address>', 'the storage of objects (default: OBJECTS_URL, as the servers have it)'),
    option('--shop <id>', 'whose archive, where the storage holds several', shopId),
  ],
  // The running shop does not notice.
  async run(context, options: OpenOptions) {
    const { output, signal } = context;
    const { objects, shop } = await archivedShop(context.shop, options);
    const redis = await startRedis(signal);
    try {
      const progress = context.progress();
      const { head, recordsAt, recordsFault } = await restoreArchive(redis.store, objects, shop, {
        ...{ until: options.asOf, asCopy: false, signal },
        onProgress: progress,
      });
      const port = options.port || (await freePort());
      const server = await context.openServer({
        ...environmentOf(context, options),
        ...{ REDIS_URL: redis.url, PORT: String(port), SHOP_URL: `http://127.0.0.1:${port}` },
      });
      const { url } = server;
      output.result({ url, shop, head, recordsAt, recordsFault }, [
        `The shop ${momentText(options.asOf)} is open at ${url}`,
        `Its last event is ${head.seq}, of ${isoTime(head.ts)}; tools, people and reviews are as of ${isoTime(recordsAt)}.`,
        ...(recordsFault === null ? [] : [`Mind that ${recordsFault}.`]),
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

/** Makes the environment of a server for a throwaway store: on this machine only, without letters and pushes. */
const environmentOf = ({ shop }: Context, { asOf, from }: OpenOptions): Record<string, string> => ({
  ...(existsSync(builtPages) ? { PWA_DIST: builtPages } : {}),
  ...shop.variables,
  DATA_DIR: shop.dataDir,
  ...(from === undefined ? {} : { OBJECTS_URL: addressOf(from) }),
  ...{ HOST: '127.0.0.1', REPLICAS: '0', PROCESSES: '1', SMTP_URL: '', TRUSTED_PROXIES: '' },
  AS_OF: 'seq' in asOf ? `event ${asOf.seq}` : isoTime(asOf.time),
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
  const end = async () => {
    process.off('exit', kill);
    if (kill()) await once(child, 'exit');
    await rm(dir, { recursive: true, force: true });
  };
  const url = `redis://:${password}@127.0.0.1:${port}`;
  try {
    const until = performance.now() + startsWithinMs;
    for (;;) {
      const store = await openScan(url, 'karigar-as-it-was', { signal }).catch(() => null);
      if (store !== null)
        return {
          url,
          store,
          stop: async () => {
            await store.close();
            await end();
          },
        };
      if (child.exitCode !== null || performance.now() > until)
        throw new OperatorError(
          'The shop as it was needs a Redis of its own on this machine, and none could be started. Is redis-server or valkey-server installed? sudo apt-get install -y redis-server',
        );
      await delay(50, undefined, { signal });
    }
  } catch (error) {
    await end();
    throw error;
  }
}
