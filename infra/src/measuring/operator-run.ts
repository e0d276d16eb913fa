import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { projectRoot } from '../stack/places.ts';
import { peakResidentBytes } from './process-memory.ts';

/** How one operator's command went. */
export interface OperatorRun {
  seconds: number;
  /** Most resident memory in bytes; NaN where the system does not tell. */
  peakBytes: number;
  code: number;
  output: string;
}

/** Runs `npm run orders -- <args>` as a process of its own against a Redis, and watches its time and memory. `kill` ends it as a crash would. */
export async function runOperator(
  redisUrl: string,
  dataDir: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  kill?: AbortSignal,
): Promise<OperatorRun> {
  const start = performance.now();
  const child = spawn(process.execPath, [join(projectRoot, 'bff', 'src', 'operator.ts'), ...args], {
    env: { ...process.env, REDIS_URL: redisUrl, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = () => child.kill('SIGKILL');
  kill?.addEventListener('abort', end);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      output = (output + bytes.toString()).slice(-4000);
    });
  }
  let peakBytes = Number.NaN;
  const watch = setInterval(() => {
    const now = peakResidentBytes(child.pid ?? 0);
    if (!Number.isNaN(now)) peakBytes = now;
  }, 20);
  const code = await new Promise<number>((done) => child.once('close', (ended) => done(ended ?? 1)));
  clearInterval(watch);
  kill?.removeEventListener('abort', end);
  return { seconds: (performance.now() - start) / 1000, peakBytes, code, output };
}

/** Runs the operator, prints the command and its time, and throws with the end of its output when it fails. */
export async function mustRunOperator(
  redisUrl: string,
  dataDir: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<OperatorRun> {
  console.log(`  ${args[0]} …`);
  const run = await runOperator(redisUrl, dataDir, args, env);
  if (run.code !== 0) throw new Error(`${args.join(' ')} ended with code ${run.code}:\n${run.output}`);
  console.log(`  ${args[0]}: ${run.seconds.toFixed(1)} s`);
  return run;
}

/** A shop as the operator's checks find it. */
interface CheckedShop {
  redisUrl: string;
  dataDir: string;
  simulatorUrl?: string | null;
  /** What its commands are told beside that. */
  variables?: Readonly<Record<string, string>>;
}

/** Runs the operator's `verify`. Gives nothing when log and read models agree, else the last lines that it printed as one text. */
export const operatorVerify = (shop: CheckedShop): Promise<string[]> => findings(shop, ['verify']);

/** Runs the operator's `payments`. Gives nothing when log and payment provider agree, else the last lines as one text. */
export const operatorCompare = (shop: CheckedShop): Promise<string[]> => findings(shop, ['payments']);

async function findings(shop: CheckedShop, args: readonly string[]): Promise<string[]> {
  const env = { SIMULATOR_URL: shop.simulatorUrl ?? '', ...shop.variables };
  const { code, output } = await runOperator(shop.redisUrl, shop.dataDir, args, env);
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return code === 0 ? [] : [lines.slice(-8).join(' | ')];
}
