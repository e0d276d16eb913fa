import { addressAt, type Primary, visit } from '@karigar/events';

/** How long one Redis may take to answer (ms). */
const answerMs = 2_000;

/**
 * Asks the connected replicas for some of their settings, with the login of the primary: by name, or null where a replica does not answer.
 * Throws `LogUnavailableError` without a primary, and what its client throws when it does not answer.
 */
export async function replicaSettings(primary: Primary, names: readonly string[]) {
  const { url } = await primary.locate();
  const info = await visit(url, answerMs, (connection) => connection.info('replication'));
  return Promise.all(
    Array.from(info.matchAll(/^slave\d+:ip=([^,]+),port=(\d+)/gm), async ([, host = '', port = '']) => {
      const asked = visit(addressAt(url, host, port), answerMs, (connection) =>
        connection.configGet([...names]),
      );
      return { address: `${host}:${port}`, settings: await asked.catch(() => null) };
    }),
  );
}
