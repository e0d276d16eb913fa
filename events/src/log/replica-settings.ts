import { visit } from './node-state.ts';
import type { Primary } from './primary.ts';
import { redisStateOf } from './redis-state.ts';

/** Some settings of one replica. */
interface ReplicaSettings {
  /** `host:port`, as its primary knows it. */
  readonly address: string;
  /** Value by name; null where it does not answer, or does not tell its settings. */
  readonly settings: Readonly<Record<string, string>> | null;
}

/** How long one Redis may take to answer (ms). */
const answerMs = 2_000;

/**
 * Asks the replicas that are connected for some of their settings, with the login of the primary. Throws `LogUnavailableError` where
 * nobody is the primary, and what its client throws when it does not answer.
 */
export async function replicaSettings(
  primary: Primary,
  names: readonly string[],
): Promise<ReplicaSettings[]> {
  const { url } = await primary.locate();
  const { replicas } = redisStateOf(
    await visit(url, answerMs, (connection) => connection.info('replication')),
  );
  return Promise.all(
    replicas.map(async ({ address }) => ({
      address,
      settings: await visit(addressed(url, address), answerMs, (connection) =>
        connection.configGet([...names]),
      ).catch(() => null),
    })),
  );
}

/** The address of another Redis with the same protocol and login. */
function addressed(url: string, address: string): string {
  const at = address.lastIndexOf(':');
  const host = address.slice(0, at);
  const other = new URL(url);
  other.hostname = host.includes(':') ? `[${host}]` : host;
  other.port = address.slice(at + 1);
  return other.href;
}
