import { openScanConnection, projectionCode, rebuild, redisKeys } from '@karigar/events';

/**
 * Makes the read models of a local shop anew where another release has built them: its server would wait for a rebuild for
 * ever, and no command reaches a shop that does not start. Answers whether there was anything to do. `redisUrl` names a Redis of our own.
 */
export async function renewReadModels(redisUrl: string): Promise<boolean> {
  const connection = await openScanConnection(redisUrl, 'start');
  try {
    const code = await connection.hget(redisKeys.meta, 'code');
    if (code === null || code === projectionCode) return false;
    await rebuild(connection);
    return true;
  } finally {
    connection.disconnect();
  }
}
