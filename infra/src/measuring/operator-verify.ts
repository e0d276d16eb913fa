import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../stack/places.ts';

/**
 * Runs the operator's `verify` over a shop as an operator would; `payments` also asks the payment provider. Gives nothing when
 * log, read models and money agree, else one text of the last lines that it printed.
 */
export function operatorVerify(
  shop: { redisUrl: string; dataDir: string; simulatorUrl?: string | null },
  { payments = false } = {},
): Promise<string[]> {
  const env = {
    ...process.env,
    REDIS_URL: shop.redisUrl,
    DATA_DIR: shop.dataDir,
    SIMULATOR_URL: shop.simulatorUrl ?? '',
  };
  const program = join(projectRoot, 'bff', 'src', 'operator.ts');
  const words = payments ? [program, 'verify', '--payments'] : [program, 'verify'];
  return new Promise((done) => {
    execFile(process.execPath, words, { env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      const said = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '');
      done(error === null ? [] : [said.slice(-8).join(' | ')]);
    });
  });
}
