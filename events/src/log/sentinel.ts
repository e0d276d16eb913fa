import { visit } from './node-state.ts';

/** The primary that a Sentinel tells of. */
export interface WatchedPrimary {
  readonly url: string;
  /** Sentinel's config-epoch: it grows with each failover, and the view with the highest one counts (redis.io/docs, Sentinel). */
  readonly failover: number;
  /** How many replicas it would choose from. */
  readonly replicas: number;
}

/** Asks a Sentinel for the primary that it calls `name`; null where it does not know it, or does not answer within `timeoutMs`. */
export async function askSentinel(
  node: string,
  name: string,
  timeoutMs: number,
): Promise<WatchedPrimary | null> {
  const sentinel = new URL(node);
  sentinel.username = '';
  sentinel.password = '';
  const answer = await visit(sentinel.href, timeoutMs, (connection) =>
    connection.sendCommand<Partial<Record<string, string>>>(['SENTINEL', 'MASTER', name]),
  ).catch(() => null);
  if (answer === null) return null;
  const primary = new URL(node);
  const { ip: host = '', port = '' } = answer;
  primary.hostname = host.includes(':') ? `[${host}]` : host;
  primary.port = port;
  return {
    url: primary.href,
    failover: Number(answer['config-epoch']),
    replicas: Number(answer['num-slaves']),
  };
}
