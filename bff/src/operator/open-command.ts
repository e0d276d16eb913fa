import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ArchiveMoment, openScan, restoreArchive } from '@karigar/events';
import { asOfOption, shopOption } from './arguments.ts';
import { OperatorError } from './failure-text.ts';
import { archivedShop, momentText, restoredLines } from './restore-commands.ts';
import { type Context, command } from './run-command.ts';

const builtPages = join(import.meta.dirname, '..', '..', '..', 'pwa', 'dist');

export const openCommand = command({
  usage: 'open',
  help: 'Open the shop as it was at a moment, read-only, on a port of this machine, until Ctrl-C',
  example: 'open --as-of 2026-11-21T18:30:00Z',
  options: [asOfOption, shopOption],
  // The running shop does not notice.
  async run(context, { asOf, shop: named }: { asOf?: ArchiveMoment; shop?: string }) {
    const { output, signal, shop: settings, closing, progress: onProgress } = context;
    const { objects, shop } = await archivedShop(context, named);
    const REDIS_URL = await startRedis(context);
    const { timeZone } = settings;
    const scan = await openScan(REDIS_URL, 'karigar-as-it-was', { timeZone, signal });
    const store = closing.adopt(scan, (one) => one.close());
    const restored = await restoreArchive(store, objects, shop, { until: asOf, signal, onProgress });
    const moment = momentText(asOf);
    // On this machine only, without letters and pushes.
    const server = await context.openServer({
      PWA_DIST: existsSync(builtPages) ? builtPages : '',
      ...settings.variables,
      DATA_DIR: settings.dataDir,
      REDIS_URL,
      PORT: '0',
      HOST: '127.0.0.1',
      SHOP_URL: '',
      REPLICAS: '0',
      PROCESSES: '1',
      SMTP_URL: '',
      TRUSTED_PROXIES: '',
      AS_OF: moment.replace(/^as of /, ''),
    });
    closing.defer(() => server.stop());
    output.result({ url: server.url, shop, ...restored }, [
      `The shop ${moment} is open at ${server.url}`,
      ...restoredLines(restored),
      'It is read-only. Ctrl-C closes and removes it.',
    ]);
    if (!signal.aborted) await once(signal, 'abort');
    return {};
  },
});

/** A loaded machine may take its time. */
const startsWithinMs = 30_000;

/**
 * Starts a Redis that keeps nothing on disk and answers this machine alone, with its password, and ends with the command. Answers its address. Throws
 * `OperatorError` where none is installed.
 */
async function startRedis({ closing, signal }: Context): Promise<string> {
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  free.close();
  // Of its own and empty: a Redis loads what it finds in its folder.
  const cwd = await mkdtemp(join(tmpdir(), 'karigar-as-it-was-'));
  closing.defer(() => rm(cwd, { recursive: true, force: true }));
  const password = randomBytes(24).toString('hex');
  // Detached from the terminal's Ctrl-C: the command ends it when the server is done.
  const child = spawn('sh', ['-c', 'exec "$(command -v redis-server || command -v valkey-server)" -'], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd,
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  closing.defer(() => void kill());
  // By its input, because the arguments of a program can be read by everybody on the machine.
  child.stdin.on('error', () => undefined);
  child.stdin.end(
    `port ${port}\nbind 127.0.0.1\nrequirepass ${password}\nsave ""\nappendonly no\nmaxmemory-policy noeviction\n`,
  );
  const url = `redis://:${password}@127.0.0.1:${port}`;
  const until = performance.now() + startsWithinMs;
  while (child.exitCode === null && performance.now() < until) {
    await delay(50, undefined, { signal });
    const answers = await openScan(url, 'karigar-as-it-was', { signal }).catch(() => null);
    await answers?.close();
    if (answers !== null) return url;
  }
  throw new OperatorError(
    'The shop as it was needs a Redis of its own on this machine, and none could be started. Is redis-server or valkey-server installed? sudo apt-get install -y redis-server',
  );
}
