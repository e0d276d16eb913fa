import { messageOf } from '../log/log-errors.ts';
import { askNode, type NodeState } from '../log/node-state.ts';
import { readRedisAddress, withoutPassword } from '../log/redis-address.ts';

/** A change of who is the primary that was not made, in words that say what to do. */
export class ReplicationRefusedError extends Error {
  /** @param message why, and what to do, in whole sentences */
  constructor(message: string) {
    super(message);
    this.name = 'ReplicationRefusedError';
  }
}

/** One Redis of the shop. */
export interface RedisNode {
  /** Its host and port, as operators write them. */
  readonly name: string;
  /** Its address, user and password included. */
  readonly url: string;
}

/** One that answers. */
export interface AnsweringNode extends RedisNode {
  readonly state: NodeState;
}

/** All of them, when they were asked. */
export interface AskedNodes {
  readonly answering: readonly AnsweringNode[];
  readonly silent: readonly RedisNode[];
}

/** How long one Redis may take to answer a short question (ms). */
export const nodeTimeoutMs = 3_000;

/**
 * Lists the nodes that an address names. Throws `ReplicationRefusedError` where Sentinels decide which of them is the primary.
 * @param address as `readRedisAddress` takes it
 */
export function nodesOf(address: string): RedisNode[] {
  const places = readRedisAddress(address);
  if (places === null) throw new ReplicationRefusedError('This is not the address of a Redis.');
  if (places.watchedBySentinels !== null)
    throw new ReplicationRefusedError(
      'REDIS_URL names Sentinels: they choose the primary, and make a node that returns its replica. SENTINEL FAILOVER would lose what is not replicated yet. To choose yourself, stop the Sentinels first, and name every Redis in REDIS_URL, for this command and for the servers.',
    );
  return places.nodes.map((url) => ({ name: nameOf(url), url }));
}

/** Finds one of the nodes by host and port. Throws `ReplicationRefusedError` when REDIS_URL does not name it. */
export function nodeNamed<N extends RedisNode>(nodes: readonly N[], name: string): N {
  const wanted = nameOf(`redis://${name}`);
  const found = nodes.find((node) => node.name === wanted);
  if (found !== undefined) return found;
  throw new ReplicationRefusedError(
    `${name} is not among the nodes of REDIS_URL (${nodes.map((node) => node.name).join(', ')}), so no server would find it. Name it there, for the servers too, or give one of those.`,
  );
}

/** Asks every node for its state. */
export async function askNodes(nodes: readonly RedisNode[]): Promise<AskedNodes> {
  const asked = await Promise.all(
    nodes.map(async (node) => {
      const state = await askNode(node.url, nodeTimeoutMs).catch(() => null);
      return { ...node, state };
    }),
  );
  const answers = (node: (typeof asked)[number]): node is AnsweringNode => node.state !== null;
  return { answering: asked.filter(answers), silent: asked.filter((node) => !answers(node)) };
}

/** Asks one node for its state. Throws `ReplicationRefusedError` when it does not answer. */
export async function askAgain(node: RedisNode): Promise<AnsweringNode> {
  try {
    return { ...node, state: await askNode(node.url, nodeTimeoutMs) };
  } catch (error) {
    throw new ReplicationRefusedError(`${node.name} does not answer: ${messageOf(error)}.`);
  }
}

/** The nodes' names, for people. */
export function namesOf(nodes: readonly RedisNode[]): string {
  return nodes.map(({ name }) => name).join(', ');
}

function nameOf(url: string): string {
  const text = withoutPassword(url);
  if (!URL.canParse(text)) return text;
  const { hostname, port } = new URL(text);
  return `${hostname}:${port || '6379'}`;
}
