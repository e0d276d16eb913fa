import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { clearDataDir, isOwnDataDir, lockDataDir } from '../stack/data-dir.ts';
import { reportFault, StackFault } from '../stack/fault.ts';
import { readEnvironment, settingsFrom } from '../stack/settings.ts';

/** `npm run reset [-- --yes]`: clears the local shop's data after asking. A Redis given by REDIS_URL is not touched, but the keys of its people lie here. */
try {
  await reset();
} catch (error) {
  process.exitCode = reportFault(error);
}

async function reset(): Promise<void> {
  const { dataDir, redisUrl } = settingsFrom(readEnvironment(process.env));
  if (!existsSync(dataDir)) {
    console.log(`There is nothing to clear: ${dataDir} does not exist.`);
    return;
  }
  if (!isOwnDataDir(dataDir)) {
    throw new StackFault(`DATA_DIR (${dataDir}) was not made by Karigar: it is not cleared.`);
  }
  await lockDataDir(dataDir);
  if (!process.argv.includes('--yes') && !(await confirmed(dataDir, redisUrl !== null))) {
    console.log('Nothing was cleared.');
    return;
  }
  clearDataDir(dataDir);
  console.log(`Cleared ${dataDir}. The next "npm start" begins with a fresh demo shop.`);
}

async function confirmed(dataDir: string, ownRedis: boolean): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new StackFault(
      'There is no terminal to ask on: run "npm run reset -- --yes" to clear the data without a question.',
    );
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const keys = ownRedis
    ? 'The Redis at REDIS_URL stays, but the keys of its people go: nobody can read their names and addresses any more.\n'
    : '';
  const answer = await terminal.question(
    `${keys}Delete all orders, tools and accounts in ${dataDir}? Type "yes": `,
  );
  terminal.close();
  return answer.trim().toLowerCase() === 'yes';
}
