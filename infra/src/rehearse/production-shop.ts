import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type Caddy, startCaddy } from '../cluster/caddy.ts';
import { type RedisNode, startRedisNodes } from '../cluster/redis-nodes.ts';
import { type Sentinels, startSentinels } from '../cluster/sentinels.ts';
import { prepareServer, type ServerProcess } from '../cluster/servers.ts';
import { demoAccounts, demoProject } from '../stack/demo-environment.ts';
import type { Emulator } from '../stack/emulator.ts';
import { freePort } from '../stack/free-port.ts';
import type { Inbox } from '../stack/inbox.ts';
import { openWhole } from '../stack/open-whole.ts';
import { startOutsideServices } from '../stack/outside-services.ts';
import { ownFolder } from '../stack/own-folder.ts';
import { builtPwa } from '../stack/places.ts';
import { madeUpSecrets } from './made-up-secrets.ts';

/** The topology of GOING-LIVE on one machine; its store is not made and its servers are not started yet. */
export interface ProductionShop {
  /** Where people reach it, over https. */
  url: string;
  /** The folder of everything it keeps. */
  dir: string;
  servers: readonly ServerProcess[];
  /** The primary first, as they were started. */
  nodes: readonly RedisNode[];
  sentinels: Sentinels;
  /** What REDIS_URL says: the Sentinels. */
  redisUrl: string;
  inbox: Inbox;
  emulator: Emulator;
  /** The variables of an operator's shell, which are those of the servers. */
  environment: Readonly<Record<string, string>>;
  /** The certificate of the proxy's authority that browsers are told to trust, as a file. */
  browserTrusts: string;
  close(): Promise<void>;
}

const machines = ['one', 'two'];

/** Starts all parts but the servers. Throws, with everything stopped again, when a part does not start. */
export async function openProductionShop(): Promise<ProductionShop> {
  return openWhole(async (undo) => {
    const folder = ownFolder(undo, 'karigar-rehearsal-');
    const { dir, logFile } = folder;
    const environment: Record<string, string> = {};
    const servers = await Promise.all(
      machines.map((name) =>
        prepareServer({
          logFile: logFile(`server-${name}`),
          env: () => ({ ...environment, DATA_DIR: join(dir, name) }),
        }),
      ),
    );
    for (const server of servers) undo.defer(() => server.stop());
    for (const name of machines) makeMachine(dir, name);
    const caddy = await startCaddy({
      dir: join(dir, 'caddy'),
      logFile: logFile('caddy'),
      servers: servers.map(({ address }) => address),
      httpsNames: ['localhost'],
      port: await freePort(),
    });
    undo.defer(() => caddy.child.stop(1_000));
    trust(caddy);
    const secrets = madeUpSecrets();
    const nodes = await startRedisNodes({ dir, logFile, count: 3 });
    for (const node of nodes) undo.defer(() => node.stop());
    const primary = nodes[0]?.link.address ?? '';
    const sentinels = await startSentinels({ dir, logFile, primary, replicas: nodes.length - 1 });
    undo.defer(() => sentinels.stop());
    const { emulator, simulator, inbox } = await startOutsideServices(
      undo,
      folder,
      caddy.url,
      secrets.payments,
    );
    Object.assign(environment, {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      REHEARSAL: 'on',
      SHOP_URL: caddy.url,
      PWA_DIST: builtPwa,
      REDIS_URL: sentinels.url,
      REPLICAS: String(nodes.length - 1),
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
      sentinels,
      redisUrl: sentinels.url,
      inbox,
      emulator,
      environment,
      browserTrusts: join(caddy.authorityFile ?? '', '..', 'intermediate.crt'),
    };
  });
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
