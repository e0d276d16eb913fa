import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ArchiveMoment, restoreArchive } from '@karigar/events';
import { addressOf, archivedShop, momentText } from './archived-shop.ts';
import type { CommandContext } from './command-context.ts';
import { OperatorError } from './operator-error.ts';
import { isoTime } from './output.ts';
import { freePort, startThrowawayRedis } from './throwaway-redis.ts';

/** How `open` is asked for. */
interface OpenOptions {
  readonly asOf: ArchiveMoment;
  readonly from?: string;
  readonly shop?: string;
  /** 0 = a free one. */
  readonly port: number;
}

/** Longer than a server gives to the requests in its hands. */
const stopsWithinMs = 10_000;
const serverEntry = join(import.meta.dirname, '..', 'main.mjs');
const builtPages = join(import.meta.dirname, '..', '..', '..', 'pwa', 'dist');

/** `open`: the whole shop as it was, on a port of this machine, until Ctrl-C. Nothing in it can be changed, and the running shop does not notice. */
export async function open(context: CommandContext, options: OpenOptions): Promise<number> {
  const { output, signal } = context;
  const { objects, shop } = await archivedShop(context.shop, options);
  const redis = await startThrowawayRedis(signal);
  try {
    const progress = output.progress('open', 'events');
    const { head, recordsAt, recordsFault } = await restoreArchive(redis.store, objects, shop, {
      ...{ until: options.asOf, asCopy: false, signal },
      onProgress: (step, done, all) => progress.update(step === 'events' ? done : all + done, 2 * all),
    }).finally(() => progress.stop());
    const port = options.port === 0 ? await freePort() : options.port;
    const url = `http://127.0.0.1:${port}`;
    const environment = {
      ...environmentOf(context, options),
      ...{ REDIS_URL: redis.url, PORT: String(port), SHOP_URL: url },
    };
    const server = startServer(environment, (text) => output.complain(text));
    try {
      await server.listening;
      output.result({ url, shop, head, recordsAt, recordsFault }, () => {
        output.line(`The shop ${momentText(options.asOf)} is open at ${url}`);
        output.line(
          `Its last event is ${head.seq}, of ${isoTime(head.ts)}; tools, people and reviews are as of ${isoTime(recordsAt)}.`,
        );
        if (recordsFault !== null) output.line(`Mind that ${recordsFault}.`);
        output.line('Nothing in it can be changed. Ctrl-C closes it and throws it away.');
      });
      await untilAborted(signal, server.ended);
    } finally {
      await server.stop();
    }
  } finally {
    await redis.stop();
  }
  return 0;
}

/** What the servers of the shop are told, but that this one is alone with a store that is thrown away, on this machine, and tells nobody. */
function environmentOf({ shop }: CommandContext, { asOf, from }: OpenOptions): Record<string, string> {
  // An empty variable means the default, which for a local shop is what that uses.
  const set = Object.entries(shop.variables).filter((one): one is [string, string] => Boolean(one[1]));
  const variables = Object.fromEntries(set);
  return {
    ...(existsSync(builtPages) ? { PWA_DIST: builtPages } : {}),
    LOG_LEVEL: 'error',
    ...shop.standIns,
    ...variables,
    DATA_DIR: shop.dataDir,
    ...(from === undefined ? {} : { OBJECTS_URL: addressOf(from) }),
    ...{ HOST: '127.0.0.1', REPLICAS: '0', PROCESSES: '1', SMTP_URL: '', TRUSTED_PROXIES: '' },
    AS_OF: 'seq' in asOf ? `event ${asOf.seq}` : isoTime(asOf.time),
  };
}

interface Server {
  /** Rejects where the server ends before it listens. */
  readonly listening: Promise<void>;
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

function startServer(env: Record<string, string>, complain: (text: string) => void): Server {
  const child: ChildProcess = spawn(process.execPath, [serverEntry], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env,
  });
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
  const ended = new Promise<void>((settle) => {
    child.once('exit', () => settle());
    child.once('error', () => settle());
  });
  let said = '';
  child.stdout?.on('data', (data) => {
    if (String(data).includes('listens on')) resolve();
  });
  child.stderr?.on('data', (data) => {
    said += String(data);
    complain(String(data).trimEnd());
  });
  child.once('error', reject);
  void ended.then(() =>
    reject(
      new OperatorError(
        said === '' ? 'The server of the shop as it was ended.' : 'The shop as it was cannot be opened.',
      ),
    ),
  );
  const farewell = () => child.kill('SIGKILL');
  process.once('exit', farewell);
  return {
    listening,
    ended,
    async stop() {
      process.off('exit', farewell);
      child.kill('SIGTERM');
      const late = setTimeout(farewell, stopsWithinMs);
      await ended;
      clearTimeout(late);
    },
  };
}

/** Waits for Ctrl-C, which is how this command ends well. Throws `OperatorError` when the server ends before. */
async function untilAborted(signal: AbortSignal, ended: Promise<void>): Promise<void> {
  const stopped = new Promise<'stopped'>((resolve) => {
    if (signal.aborted) resolve('stopped');
    signal.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
  if ((await Promise.race([stopped, ended])) !== 'stopped')
    throw new OperatorError('The server of the shop as it was ended by itself.');
}
