import { existsSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { configFrom } from './config/config.ts';
import { operatorProgram } from './operator/program.ts';

// Where processors are scarce, the shop comes first. A lower priority that the command was started with stays.
setPriority(Math.max(getPriority(), 5));

// Reads the file that configures the server of a local shop; variables that are already set win over it.
const settings = join(import.meta.dirname, '..', '..', '.env');
if (existsSync(settings)) process.loadEnvFile(settings);

async function openServer(variables: Readonly<Record<string, string>>) {
  const [{ openShop }, { pino }] = await Promise.all([import('./open-shop.ts'), import('pino')]);
  // The library of the identity service reads its own.
  Object.assign(process.env, variables);
  return openShop(configFrom(variables), pino({ level: 'error' }, process.stderr));
}

await operatorProgram({ variables: process.env, streams: process, openServer }, (code) => {
  process.exitCode = code;
  // Ends even when an aborted command still holds a connection to a Redis that hangs: the result is printed.
  setTimeout(() => process.exit(), 1_000).unref();
}).parseAsync();
