import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openAccountStore } from './account-store.ts';
import type { Child } from './child.ts';
import { demoProject } from './demo-environment.ts';
import { projectRoot } from './places.ts';
import { answersOk, startPart } from './start-part.ts';

/** How the emulator is started. */
interface EmulatorOptions {
  dir: string;
  logFile: string;
  /** Free ports: of accounts, of the hub, of logging. */
  ports: readonly [number, number, number];
  /** Called with each link that the emulator would have sent by mail, such as a password reset. */
  onLink?: ((line: string) => void) | undefined;
}

/**
 * Starts the official Firebase Auth emulator with the accounts of its last run. Its accounts are written to `dir` after each change, so
 * they survive a kill of everything. Throws a StackFault if it does not answer.
 */
export async function startEmulator({ dir, logFile, ports, onLink }: EmulatorOptions): Promise<Child> {
  const own = (name: string) => {
    mkdirSync(join(dir, name), { recursive: true });
    return join(dir, name);
  };
  const [auth, hub, logging] = ports.map((port) => ({ host: '127.0.0.1', port }));
  const emulators = { auth, hub, logging, ui: { enabled: false }, singleProjectMode: true };
  const config = join(own('settings'), 'firebase.json');
  writeFileSync(config, JSON.stringify({ emulators }));
  const host = `127.0.0.1:${ports[0]}`;
  const child = await startPart({
    name: 'Firebase Auth emulator',
    command: process.execPath,
    args: [
      join(projectRoot, 'node_modules/firebase-tools/lib/bin/firebase.js'),
      ...['emulators:start', '--only', 'auth', '--project', demoProject, '--config', config],
    ],
    // It writes a debug log beside itself, a locator into TMPDIR and its own settings below XDG_CONFIG_HOME:
    // all inside our folder, so that two shops never meet.
    cwd: own('work'),
    env: {
      ...process.env,
      TMPDIR: own('tmp'),
      XDG_CONFIG_HOME: own('settings'),
      CI: '1',
      NO_UPDATE_NOTIFIER: '1',
    },
    logFile,
    onLine: (line) => {
      if (line.includes('/emulator/action?')) onLink?.(line);
    },
    answers: () => answersOk(`http://${host}/`),
    limitMs: 180_000,
  });
  const accounts = await openAccountStore(host, join(dir, 'accounts.json'));
  const { stop } = child;
  return Object.assign(child, {
    async stop(graceMs?: number) {
      // Written while the emulator still lives.
      await accounts.close(1_500);
      await stop(graceMs);
    },
  });
}
