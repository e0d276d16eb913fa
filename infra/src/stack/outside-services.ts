import { join } from 'node:path';
import type { Child } from './child.ts';
import { demoProject, simulatorKeys } from './demo-environment.ts';
import { type Emulator, startEmulator } from './emulator.ts';
import { type Inbox, startInbox } from './inbox.ts';
import type { OwnFolder } from './own-folder.ts';
import { type Simulator, startSimulator } from './simulator.ts';

/** What a shop has from others: identity, payments, mail. */
export interface OutsideServices {
  emulator: Emulator;
  simulator: Simulator;
  inbox: Inbox;
  /** The keys that the simulator takes. */
  keys: typeof simulatorKeys;
  /** The variables by which a server is told of all this. */
  environment: Readonly<Record<string, string>>;
}

/**
 * Starts emulator, simulator and inbox for a shop at `url`, until `undo` ends them. `keys` are those that the simulator takes; those of the
 * demo by default. Throws a StackFault when one does not answer.
 */
export async function startOutsideServices(
  undo: AsyncDisposableStack,
  { dir, logFile }: OwnFolder,
  url: string,
  keys = simulatorKeys,
): Promise<OutsideServices> {
  const owned = async <T extends { child: Child }>(starting: Promise<T>): Promise<T> => {
    const part = await starting;
    undo.defer(() => part.child.stop(1_500));
    return part;
  };
  const starting = [
    owned(startEmulator({ dir: join(dir, 'emulator'), logFile: logFile('emulator') })),
    owned(
      startSimulator({
        dir: join(dir, 'simulator'),
        webhookUrl: `${url}/api/webhooks/stripe`,
        logFile: logFile('simulator'),
        keys,
      }),
    ),
    owned(startInbox({ dir: join(dir, 'inbox'), logFile: logFile('inbox') })),
  ] as const;
  // Those that came up are known to `undo` before one that did not is thrown.
  await Promise.allSettled(starting);
  const [emulator, simulator, inbox] = await Promise.all(starting);
  undo.defer(() => emulator.accounts.close(1_500));
  const environment = {
    ...keys,
    FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
    FIREBASE_PROJECT_ID: demoProject,
    SIMULATOR_URL: simulator.url,
    SMTP_URL: inbox.smtpUrl,
  };
  return { emulator, simulator, inbox, keys, environment };
}
