import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../stack/places.ts';
import { askRedis, projectSettings } from '../stack/redis.ts';
import { prepareRedis, type RedisProcess } from './killable.ts';
import { type Link, openLink } from './link.ts';
import { until } from './until.ts';

/** Of those who may do everything to a node: the harness, its replicas and Sentinels. */
export const adminPassword = 'administrator-of-the-lab';
const replicationPassword = 'replicas-of-the-lab';
/** User and password of the shop. */
export const shopLogin = 'karigar:shop-of-the-lab';

/** One Redis, on a machine of its own as far as the others can tell. */
export interface RedisNode extends RedisProcess {
  name: string;
  /** The way past every link, as Redis's administrator: for the harness, which sees through a partition. */
  address: string;
  /** The folder of its data. */
  dir: string;
  /** The only way by which other nodes, Sentinels and servers are told to come. */
  link: Link;
  /** Removes its data and what it was told about its role, as the loss of the machine does; it must have ended. It starts again empty, as a primary without replicas. */
  loseData(): void;
}

/** Where nodes keep their data and write their logs. */
export interface NodesOptions {
  /** Each node has a folder of its own below. */
  dir: string;
  logFile: (name: string) => string;
  /** How many, the primary included. */
  count: number;
  env?: Record<string, string>;
}

/** The users of the compose file; like the ports, they are open to this machine alone. */
const users = readFileSync(join(projectRoot, 'infra', 'compose', 'users.acl'), 'utf8')
  .replaceAll('$REDIS_PASSWORD', 'shop-of-the-lab')
  .replaceAll('$REDIS_ADMIN_PASSWORD', adminPassword)
  .replaceAll('$REPLICATION_PASSWORD', replicationPassword);

/** Prepares one node that is not started yet; with `primary` (`host:port`) it begins as a replica. */
async function prepareNode(
  { dir: folder, logFile, env = {} }: NodesOptions,
  name: string,
  primary: string | undefined,
): Promise<RedisNode> {
  const dir = join(folder, name);
  const configFile = join(dir, 'redis.conf');
  const process_ = await prepareRedis({
    ...{ dir, logFile: logFile(name), configFile, env },
    password: adminPassword,
  });
  // Beside the node's folder, which may be lost.
  const usersFile = join(folder, `${name}.acl`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(usersFile, users);
  const address = `:${adminPassword}@${process_.address}`;
  const link = await openLink(Number(new URL(process_.url).port));
  /** A Sentinel has the file rewritten when it gives the node another role. */
  const writeSettings = (lines: readonly string[]) => {
    mkdirSync(dir, { recursive: true });
    const announced = ['replica-announce-ip 127.0.0.1', `replica-announce-port ${link.port}`];
    const logins = [`aclfile ${usersFile}`, 'masteruser replication', `masterauth ${replicationPassword}`];
    writeFileSync(
      configFile,
      `${[`include ${projectSettings}`, ...announced, ...logins, ...lines].join('\n')}\n`,
    );
  };
  writeSettings(primary === undefined ? [] : [`replicaof ${primary.replace(':', ' ')}`]);
  return {
    ...process_,
    address,
    url: `redis://${address}`,
    name,
    dir,
    link,
    async start() {
      if (!existsSync(configFile)) writeSettings([]);
      await process_.start();
    },
    loseData() {
      rmSync(dir, { recursive: true, force: true });
    },
    async stop() {
      await process_.stop();
      await link.close();
    },
  };
}

/**
 * Starts a primary and its replicas with the project's durable settings and users, each in a folder of its own below `dir` and behind a link of
 * its own, until `undo` ends them. Gives them in that order once every replica has everything. Throws when one does not start.
 */
export async function startRedisNodes(
  undo: AsyncDisposableStack,
  options: NodesOptions,
): Promise<RedisNode[]> {
  const nodes: RedisNode[] = [];
  for (let at = 1; at <= options.count; at += 1) {
    const node = await prepareNode(options, `redis-${at}`, nodes[0]?.link.address);
    undo.defer(() => node.stop());
    nodes.push(node);
    await node.start();
  }
  const [primary, ...replicas] = nodes;
  await Promise.all(replicas.map(untilLinked));
  if (primary !== undefined) await untilCounted(primary.address, replicas.length);
  return nodes;
}

/**
 * Settles when the primary at `address` (`host:port`) counts so many replicas: one that says that it is linked counts only from its first
 * acknowledgement on.
 */
export function untilCounted(address: string, replicas: number): Promise<void> {
  return until(`${replicas} replicas acknowledge`, async () => {
    const counted = await askRedis(address, 'WAIT', String(replicas), '1000');
    return Number(counted) >= replicas;
  });
}

/** Settles when the node has been made a replica and has everything of its primary. */
export function untilLinked({ name, address }: RedisNode): Promise<void> {
  return until(
    `${name} follows its primary`,
    async () => {
      const info = await askRedis(address, 'INFO', 'replication');
      return info.includes('role:slave') && info.includes('master_link_status:up');
    },
    120_000,
  );
}
