import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type Caddy, startCaddy } from '../cluster/caddy.ts';
import { type RedisNode, startRedisNodes } from '../cluster/redis-nodes.ts';
import { prepareServer, type ServerProcess } from '../cluster/servers.ts';
import { demoAccounts, demoProject } from '../stack/demo-environment.ts';
import { type Emulator, startEmulator } from '../stack/emulator.ts';
import { freePort } from '../stack/free-port.ts';
import { type Inbox, startInbox } from '../stack/inbox.ts';
import { builtPwa } from '../stack/places.ts';
import { type Simulator, startSimulator } from '../stack/simulator.ts';
import { madeUpSecrets } from './made-up-secrets.ts';

/** The topology of GOING-LIVE on one machine; its store is not made and its servers are not started yet. */
export interface ProductionShop {
  /** Where people reach it, over https. */
  readonly url: string;
  /** The folder of everything it keeps. */
  readonly dir: string;
  readonly servers: readonly ServerProcess[];
  /** The primary first, as they were started. */
  readonly nodes: readonly RedisNode[];
  /** What REDIS_URL says: all nodes, so that servers and operators find the primary by themselves. */
  readonly redisUrl: string;
  readonly inbox: Inbox;
  readonly emulator: Emulator;
  /** The variables of an operator's shell, which are those of the servers. */
  readonly environment: Readonly<Record<string, string>>;
  /** The certificate of the proxy's authority that browsers are told to trust, as a file. */
  readonly browserTrusts: string;
  close(): Promise<void>;
}

const machines = ['one', 'two'];

/** Starts all parts but the servers. Throws, with everything stopped again, when a part does not start. */
export async function openProductionShop(): Promise<ProductionShop> {
  const dir = mkdtempSync(join(tmpdir(), 'karigar-rehearsal-'));
  const undo: (() => unknown)[] = [() => rmSync(dir, { recursive: true, force: true })];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  const logFile = (name: string) => join(dir, 'logs', `${name}.log`);
  mkdirSync(join(dir, 'logs'));
  const environment: Record<string, string> = {};
  try {
    const servers = await Promise.all(
      machines.map((name) =>
        prepareServer({
          logFile: logFile(`server-${name}`),
          env: () => ({ ...environment, DATA_DIR: join(dir, name) }),
        }),
      ),
    );
    undo.push(...servers.map((server) => () => server.stop()));
    for (const name of machines) makeMachine(dir, name);
    const caddy = await startCaddy({
      dir: join(dir, 'caddy'),
      logFile: logFile('caddy'),
      servers: servers.map(({ address }) => address),
      httpsNames: ['localhost'],
      port: await freePort(),
    });
    undo.push(() => caddy.child.stop(1_000));
    trust(caddy);
    const secrets = madeUpSecrets();
    const nodes = await startRedisNodes({ dir, logFile, count: 3 });
    undo.push(() => Promise.all(nodes.map((node) => node.stop())));
    const [emulator, simulator, inbox] = await startOutside(caddy, secrets.payments, dir, logFile, undo);
    const redisUrl = `redis://${nodes.map(({ link }) => link.address).join(',')}`;
    Object.assign(environment, {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      REHEARSAL: 'on',
      SHOP_URL: caddy.url,
      PWA_DIST: builtPwa,
      REDIS_URL: redisUrl,
      REPLICAS: '1',
      PROCESSES: String(machines.length),
      TRUSTED_PROXIES: 'loopback',
      ADMIN_EMAILS: demoAccounts[1].email,
      ...secrets.shop,
      ...secrets.payments,
      FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
      FIREBASE_PROJECT_ID: demoProject,
      SIMULATOR_URL: simulator.url,
      SMTP_URL: inbox.smtpUrl,
      MAIL_FROM: 'Karigar <orders@karigar.example>',
      VAPID_SUBJECT: 'https://karigar.example/contact',
      DATA_DIR: join(dir, machines[0] ?? ''),
    });
    return {
      url: caddy.url,
      dir,
      servers,
      nodes,
      redisUrl,
      inbox,
      emulator,
      environment,
      browserTrusts: join(caddy.authorityFile ?? '', '..', 'intermediate.crt'),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Makes the folder of a machine, of which only keys and pictures lie on the disk that all machines share. */
function makeMachine(dir: string, name: string): void {
  mkdirSync(join(dir, name));
  for (const folder of ['keys', 'images']) {
    mkdirSync(join(dir, 'shared', folder), { recursive: true });
    symlinkSync(join(dir, 'shared', folder), join(dir, name, folder));
  }
}

/** Has this process and those that it starts trust the proxy, as the world trusts a real one. */
function trust({ authorityFile }: Caddy): void {
  if (authorityFile === null) throw new Error('The proxy speaks no TLS');
  process.env.NODE_EXTRA_CA_CERTS = authorityFile;
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(authorityFile, 'utf8')]);
}

/** Starts what stands in for the services outside the shop. */
async function startOutside(
  caddy: Caddy,
  keys: ReturnType<typeof madeUpSecrets>['payments'],
  dir: string,
  logFile: (name: string) => string,
  undo: (() => unknown)[],
): Promise<[Emulator, Simulator, Inbox]> {
  const emulator = await startEmulator({ dir: join(dir, 'emulator'), logFile: logFile('emulator') });
  undo.push(
    () => emulator.child.stop(1_500),
    () => emulator.accounts.close(1_500),
  );
  const simulator = await startSimulator({
    dir: join(dir, 'simulator'),
    webhookUrl: `${caddy.url}/api/webhooks/stripe`,
    logFile: logFile('simulator'),
    keys,
  });
  undo.push(() => simulator.child.stop(1_500));
  const inbox = await startInbox({ dir: join(dir, 'inbox'), logFile: logFile('inbox') });
  undo.push(() => inbox.child.stop(1_500));
  return [emulator, simulator, inbox];
}
