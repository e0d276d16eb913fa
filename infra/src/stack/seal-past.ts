import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { needsSealing, openScanConnection } from '@karigar/events';
import { projectRoot } from './places.ts';

/**
 * Seals the past of a local shop whose log is of a release that sealed nobody. Answers whether there was anything to do. `redisUrl` names a
 * Redis of our own, `env` what the server of the shop is told. Throws what the operator's command complained of.
 */
export async function sealPast(redisUrl: string, env: Readonly<Record<string, string>>): Promise<boolean> {
  const connection = await openScanConnection(redisUrl, 'start');
  try {
    if (!(await needsSealing(connection))) return false;
  } finally {
    connection.disconnect();
  }
  const command = [join(projectRoot, 'bff', 'src', 'operator.ts'), 'seal', '--yes'];
  const note = ['--who', 'npm-start', '--why', 'release'];
  await promisify(execFile)(process.execPath, [...command, ...note], {
    env: { ...env, REDIS_URL: redisUrl },
  }).catch((error: Error & { stderr?: string }) => {
    throw new Error(error.stderr?.trim() || error.message);
  });
  return true;
}

/** A shop whose past cannot be sealed is started nevertheless: only then an operator can reach it. */
export async function sealOldShop(
  redisUrl: string,
  env: Record<string, string>,
  say: (line: string) => void,
): Promise<void> {
  try {
    if (!(await sealPast(redisUrl, env))) return;
    say('  The log of an older release was sealed: nobody can be read in it any more');
    say('  Its old form is kept until: npm run orders -- seal --destroy-old');
  } catch (error) {
    say(
      `  The log of an older release could not be sealed: ${error instanceof Error ? error.message : error}`,
    );
  }
}
