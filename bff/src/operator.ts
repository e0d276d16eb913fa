import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { operatorProgram } from './operator/program.ts';

// The shop comes first: where processors are scarce, its server and Redis get them before a long command does.
setPriority(5);

// The same file that the server of a local shop is configured with; what is set outside counts more.
const settings = join(import.meta.dirname, '..', '..', '.env');
if (existsSync(settings)) process.loadEnvFile(settings);

await operatorProgram(process.env, (code) => {
  process.exitCode = code;
}).parseAsync();
