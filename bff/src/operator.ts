import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { lowerPriority } from './operator/low-priority.ts';
import { operatorProgram } from './operator/program.ts';

lowerPriority();

// The same file that the server of a local shop is configured with; what is set outside counts more.
const settings = join(import.meta.dirname, '..', '..', '.env');
if (existsSync(settings)) process.loadEnvFile(settings);

await operatorProgram(process.env, (code) => {
  process.exitCode = code;
  // What was given up may still hold a connection to a Redis that hangs: the result is out, and nobody waits for that.
  setTimeout(() => process.exit(), 1_000).unref();
}).parseAsync();
