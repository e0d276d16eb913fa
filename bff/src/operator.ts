import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { lowerPriority } from './operator/low-priority.ts';
import { operatorProgram } from './operator/program.ts';

lowerPriority();

// Reads the file that configures the server of a local shop; variables that are already set win over it.
const settings = join(import.meta.dirname, '..', '..', '.env');
if (existsSync(settings)) process.loadEnvFile(settings);

await operatorProgram(process.env, (code) => {
  process.exitCode = code;
  // Ends even when an aborted command still holds a connection to a Redis that hangs: the result is printed.
  setTimeout(() => process.exit(), 1_000).unref();
}).parseAsync();
