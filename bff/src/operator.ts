import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { giveWay } from './operator/give-way.ts';
import { operatorProgram } from './operator/program.ts';

giveWay();

// The same file that the server of a local shop is configured with; what is set outside counts more.
const settings = join(import.meta.dirname, '..', '..', '.env');
if (existsSync(settings)) process.loadEnvFile(settings);

await operatorProgram(process.env, (code) => {
  process.exitCode = code;
}).parseAsync();
