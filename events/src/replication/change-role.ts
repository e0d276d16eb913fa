import { WatchError } from 'redis';
import { readNode, visit } from '../log/node-state.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { type AnsweringNode, nodeTimeoutMs, type RedisNode } from './nodes.ts';
import { changed } from './plan-check.ts';

/** Holds the writers of a primary back for so long (ms); it ends by itself, also when the command that asked for it has died. */
export async function pauseWriters(node: RedisNode, ms: number): Promise<void> {
  await send(node, ['CLIENT', 'PAUSE', String(ms), 'WRITE']);
}

/** Lets the writers go on. */
export async function resumeWriters(node: RedisNode): Promise<void> {
  await send(node, ['CLIENT', 'UNPAUSE']);
}

/**
 * Makes a primary refuse writes for good, with its data as they are: as a replica of itself it copies from nobody, and no replica that
 * asks it is given anything.
 */
export async function standAside(node: RedisNode): Promise<void> {
  await send(node, replicaOf(node));
}

/** Makes a node a replica of another one. */
export async function follow(node: RedisNode, primary: RedisNode): Promise<void> {
  await giveLogin(node, primary);
  await send(node, replicaOf(primary));
}

/** The command that makes a Redis the replica of another one. */
export function replicaOf(primary: RedisNode): [string, string, string] {
  const { hostname, port } = new URL(`redis://${primary.name}`);
  return ['REPLICAOF', hostname.replace(/^\[|\]$/g, ''), port];
}

/** Gives a node the login that its primary asks for, unless it was configured with one. */
export async function giveLogin(node: RedisNode, primary: RedisNode): Promise<void> {
  const { username, password } = new URL(primary.url);
  if (password === '') return;
  await visit(node.url, nodeTimeoutMs, async (connection) => {
    const { masterauth } = await connection.configGet('masterauth');
    if (masterauth) return;
    // Without a name in the address Redis means its default user.
    await connection.configSet({
      masteruser: decodeURIComponent(username),
      masterauth: decodeURIComponent(password),
    });
  });
}

/** Who promotes, and what is to be recorded. */
export interface PromotionNote {
  readonly who: string;
  readonly why: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/**
 * Makes a node the primary of a new epoch and records who did it, in one step: no write comes between, and nothing of it is done alone.
 * Throws `ReplicationRefusedError` when it has another part or epoch by now than in the plan, or hears of events.
 */
export async function takeOver(
  node: AnsweringNode,
  epoch: number,
  { who, why, detail }: PromotionNote,
): Promise<void> {
  const { meta, ops } = redisKeys;
  const entry = ['kind', 'promote', 'who', who, 'why', why, 'detail', JSON.stringify(detail)];
  await visit(node.url, nodeTimeoutMs, async (connection) => {
    // A primary goes on taking orders, which changes nothing.
    if (!node.state.isPrimary) await connection.watch(meta);
    const now = await readNode(node.url, connection);
    if (now.isPrimary !== node.state.isPrimary || now.epoch !== node.state.epoch)
      throw changed(`${node.name} is a ${now.isPrimary ? 'primary' : 'replica'} of epoch ${now.epoch} now`);
    await connection
      .multi()
      .addCommand(['REPLICAOF', 'NO', 'ONE'])
      .addCommand(['EVAL', raiseScript, '2', meta, ops, String(epoch), ...entry])
      .exec();
  }).catch((error: unknown) => {
    throw error instanceof WatchError ? changed(`${node.name} has heard of events meanwhile`) : error;
  });
}

/**
 * Without the first line that names flags: with it Redis would refuse the script while the node, whose role the command before it changes,
 * still is a replica.
 *
 * KEYS meta ops   ARGV epoch, then the fields and values of the record
 */
const raiseScript = `local history = string.match(redis.call('INFO'), 'master_replid:(%w+)')
redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'epochSeq', redis.call('HGET', KEYS[1], 'seq'), 'raisedIn', history)
redis.call('XADD', KEYS[2], '*', unpack(ARGV, 2))
return 'OK'`;

/** Has a node keep its role over a restart; false where it runs without a configuration file, or must not write it. */
export async function keepRole(node: RedisNode): Promise<boolean> {
  return send(node, ['CONFIG', 'REWRITE']).then(
    () => true,
    () => false,
  );
}

function send(node: RedisNode, words: string[]): Promise<unknown> {
  return visit(node.url, nodeTimeoutMs, (connection) => connection.sendCommand(words));
}
