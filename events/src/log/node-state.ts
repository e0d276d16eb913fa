import { createConnection, type RedisConnection } from './redis-connection.ts';
import { redisKeys } from './redis-keys.ts';

/** What one Redis says of itself, and of the log in it. */
export interface NodeState {
  /** Its address, user and password included. */
  readonly url: string;
  readonly isPrimary: boolean;
  /** Redis's replication id: a new one begins with each promotion, and ends what was not replicated before it. */
  readonly history: string;
  /** How many replicas follow it now. */
  readonly replicas: number;
  /** Of a replica: whether it hears its primary. */
  readonly linked: boolean;
  /** Of a replica: for how long it has not heard its primary (s); null where it hears it, and where it never did since it was started. */
  readonly unheardS: number | null;
  /** How much of the history it has (bytes). */
  readonly offset: number;
  /** Id of the shop whose log it holds; '' where there is no log. */
  readonly shop: string;
  /** How often the log changed its primary by `promote`; 0 where there is no log. */
  readonly epoch: number;
  /** The last event of its log, 0 where there is none. */
  readonly seq: number;
  /** Hash of that event. */
  readonly hash: string;
  /** The history that began with the last promotion; '' when there was none. */
  readonly raisedIn: string;
}

/** Reads the state of the Redis behind a connection. Throws what its client throws. */
export async function readNode(url: string, connection: RedisConnection): Promise<NodeState> {
  const [info, [epoch, seq, hash, shop, raisedIn]] = await Promise.all([
    connection.info('replication'),
    connection.hmGet(redisKeys.meta, ['epoch', 'seq', 'hash', 'shop', 'raisedIn']),
  ]);
  const field = (name: string): string => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
  const isPrimary = field('role') === 'master';
  const unheard = field('master_link_down_since_seconds');
  return {
    url,
    isPrimary,
    history: field('master_replid'),
    replicas: Number(field('connected_slaves')),
    linked: field('master_link_status') === 'up',
    unheardS: /^\d+$/.test(unheard) ? Number(unheard) : null,
    offset: Number(field(isPrimary ? 'master_repl_offset' : 'slave_repl_offset')),
    shop: shop ?? '',
    epoch: Number(epoch ?? 0),
    seq: Number(seq ?? 0),
    hash: hash ?? '',
    raisedIn: raisedIn ?? '',
  };
}

/** Connects to a Redis, asks for its state, and leaves. Throws when it does not answer within `timeoutMs`. */
export function askNode(url: string, timeoutMs: number): Promise<NodeState> {
  return visit(url, timeoutMs, (connection) => readNode(url, connection));
}

/** Does something on a connection of its own that ends with it. Throws when it takes longer than `timeoutMs`. */
export async function visit<T>(
  url: string,
  timeoutMs: number,
  work: (connection: RedisConnection) => Promise<T>,
): Promise<T> {
  const connection = createConnection(url, 'karigar-look', timeoutMs);
  // The call itself rejects; without a listener the error would end the process.
  connection.on('error', () => undefined);
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  try {
    return await Promise.race([connection.connect().then(() => work(connection)), promise]);
  } finally {
    clearTimeout(timer);
    if (connection.isOpen) connection.destroy();
  }
}
