import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type AccountStore, openAccountStore } from './account-store.ts';
import { type Child, startChild } from './child.ts';
import { demoProject } from './demo-environment.ts';
import { freePorts } from './free-port.ts';
import { answersOk, waitUntil } from './wait-until.ts';

/** A running Firebase Auth emulator. */
export interface Emulator {
  child: Child;
  /** `127.0.0.1:<port>`, as FIREBASE_AUTH_EMULATOR_HOST wants it. */
  host: string;
  accounts: AccountStore;
}

/**
 * Starts the official Firebase Auth emulator on free ports with the accounts of its last run. Its accounts are
 * written to `dir` after each change, so they survive a kill of everything. Throws a StackFault if it does not answer.
 */
export async function startEmulator(options: {
  dir: string;
  logFile: string;
  /** Default: a free one. */
  port?: number;
  /** Called with each link that the emulator would have sent by mail, such as a password reset. */
  onLink?: (line: string) => void;
}): Promise<Emulator> {
  const [free, hub, logging] = (await freePorts(3)) as [number, number, number];
  const auth = options.port ?? free;
  const own = (name: string) => {
    mkdirSync(join(options.dir, name), { recursive: true });
    return join(options.dir, name);
  };
  const config = join(own('settings'), 'firebase.json');
  writeFileSync(config, JSON.stringify(emulatorSettings({ auth, hub, logging }), null, 2));
  const store = openAccountStore({
    dir: own('accounts'),
    host: `127.0.0.1:${auth}`,
    hub: `127.0.0.1:${hub}`,
    project: demoProject,
  });
  const lastExport = store.lastExport();
  /** Its port answers before it has read the last export. */
  let isReady = false;
  const child = startChild({
    name: 'Firebase Auth emulator',
    command: process.execPath,
    args: [
      firebaseProgram(),
      'emulators:start',
      '--only',
      'auth',
      '--project',
      demoProject,
      '--config',
      config,
      ...(lastExport === null ? [] : ['--import', lastExport]),
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
    logFile: options.logFile,
    onLine: (line) => {
      if (line.includes('All emulators ready')) isReady = true;
      if (line.includes('/emulator/action?')) options.onLink?.(line);
    },
  });
  await waitUntil(child, async () => isReady && answersOk(`http://127.0.0.1:${auth}/`), 180_000);
  await store.restoreTimes();
  store.watch();
  return { child, host: `127.0.0.1:${auth}`, accounts: store };
}

function firebaseProgram(): string {
  const manifest = createRequire(import.meta.url).resolve('firebase-tools/package.json');
  return join(dirname(manifest), 'lib', 'bin', 'firebase.js');
}

function emulatorSettings(ports: { auth: number; hub: number; logging: number }) {
  const at = (port: number) => ({ host: '127.0.0.1', port });
  return {
    emulators: {
      auth: at(ports.auth),
      hub: at(ports.hub),
      logging: at(ports.logging),
      ui: { enabled: false },
      singleProjectMode: true,
    },
  };
}
