import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Child, startChild } from './child.ts';
import { freePorts } from './free-port.ts';
import { projectRoot } from './places.ts';
import { answersPort, waitUntil } from './wait-until.ts';

/** The demo's running inbox. */
export interface Inbox {
  child: Child;
  /** Where its pages are. */
  url: string;
  /** Where it takes letters. */
  smtpUrl: string;
}

/** Starts the demo's inbox on free ports (or the given ones), with its letters in `dir`. Throws a StackFault if it does not answer. */
export async function startInbox(options: {
  dir: string;
  logFile: string;
  ports?: readonly [number, number];
}): Promise<Inbox> {
  mkdirSync(options.dir, { recursive: true });
  const [port, smtpPort] = options.ports ?? ((await freePorts(2)) as [number, number]);
  const child = startChild({
    name: 'inbox',
    command: process.execPath,
    args: [join(projectRoot, 'infra', 'src', 'inbox', 'main.ts')],
    cwd: projectRoot,
    env: { ...process.env, PORT: String(port), SMTP_PORT: String(smtpPort), DATA_DIR: options.dir },
    logFile: options.logFile,
  });
  await waitUntil(child, async () => (await answersPort(smtpPort)) && answersPort(port), 60_000);
  return { child, url: `http://127.0.0.1:${port}`, smtpUrl: `smtp://127.0.0.1:${smtpPort}` };
}
