import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Child, startChild } from './child.ts';
import { simulatorKeys } from './demo-environment.ts';
import { freePort } from './free-port.ts';
import { projectRoot } from './places.ts';
import { answersPort, waitUntil } from './wait-until.ts';

/** A running payment simulator and its address. */
export interface Simulator {
  child: Child;
  url: string;
}

/**
 * Starts the payment simulator on a free port, with its ledger in `dir` and its webhooks sent to `webhookUrl`. `keys` are those that it
 * takes; those of the demo by default.
 */
export async function startSimulator(options: {
  dir: string;
  webhookUrl: string;
  logFile: string;
  keys?: typeof simulatorKeys;
}): Promise<Simulator> {
  mkdirSync(options.dir, { recursive: true });
  const port = await freePort();
  const child = startChild({
    name: 'payment simulator',
    command: process.execPath,
    args: [join(projectRoot, 'infra', 'src', 'simulator', 'main.ts')],
    cwd: projectRoot,
    env: {
      ...process.env,
      ...(options.keys ?? simulatorKeys),
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: options.dir,
      WEBHOOK_URL: options.webhookUrl,
    },
    logFile: options.logFile,
  });
  await waitUntil(child, () => answersPort(port), 90_000);
  return { child, url: `http://127.0.0.1:${port}` };
}
