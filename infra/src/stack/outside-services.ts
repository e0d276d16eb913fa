import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { demoProject, simulatorKeys } from './demo-environment.ts';
import { startEmulator } from './emulator.ts';
import { freePorts } from './free-port.ts';
import type { OwnFolder } from './own-folder.ts';
import { projectRoot } from './places.ts';
import { answersPort, startPart } from './start-part.ts';

/**
 * Prepares what stands in for identity, payments and mail, on free ports, for a shop at `url`: of each the address (`host:port` of the
 * emulator), what a server is told of it, and how it is started, which throws a StackFault when it does not answer. `keys` are those that
 * the simulator takes; those of the demo by default.
 */
export async function outsideServices(
  { dir, logFile }: OwnFolder,
  url: string,
  { keys = simulatorKeys, onLink }: { keys?: typeof simulatorKeys; onLink?: (line: string) => void } = {},
) {
  const [auth, hub, logging, payments, pages, letters] = (await freePorts(6)) as [
    ...[number, number, number],
    ...[number, number, number],
  ];
  const at = (port: number) => `127.0.0.1:${port}`;
  const startOwn = (
    name: string,
    folder: 'simulator' | 'inbox',
    ports: readonly number[],
    env: Record<string, string>,
  ) => {
    const own = join(dir, folder);
    mkdirSync(own, { recursive: true });
    return startPart({
      name,
      command: process.execPath,
      args: [join(projectRoot, 'infra/src', folder, 'main.ts')],
      cwd: projectRoot,
      env: { ...process.env, PORT: String(ports[0]), DATA_DIR: own, ...env },
      logFile: logFile(folder),
      answers: async () => (await Promise.all(ports.map(answersPort))).every(Boolean),
    });
  };
  return {
    emulator: {
      address: at(auth),
      environment: { FIREBASE_AUTH_EMULATOR_HOST: at(auth), FIREBASE_PROJECT_ID: demoProject },
      start: () =>
        startEmulator({
          dir: join(dir, 'emulator'),
          logFile: logFile('emulator'),
          ports: [auth, hub, logging],
          onLink,
        }),
    },
    simulator: {
      address: `http://${at(payments)}`,
      environment: { ...keys, SIMULATOR_URL: `http://${at(payments)}` },
      start: () =>
        startOwn('payment simulator', 'simulator', [payments], {
          ...keys,
          WEBHOOK_URL: `${url}/api/webhooks/stripe`,
        }),
    },
    inbox: {
      address: `http://${at(pages)}`,
      environment: { SMTP_URL: `smtp://${at(letters)}` },
      start: () => startOwn('inbox', 'inbox', [pages, letters], { SMTP_PORT: String(letters) }),
    },
  };
}

/** What stands in for identity, payments and mail, and the variables by which a server is told of all three. */
export type OutsideServices = Awaited<ReturnType<typeof startOutsideServices>>;

/** Starts all three, as above, until `undo` ends them. */
export async function startOutsideServices(
  undo: AsyncDisposableStack,
  folder: OwnFolder,
  url: string,
  keys?: typeof simulatorKeys,
) {
  const services = await outsideServices(folder, url, keys && { keys });
  const starting = Object.values(services).map(async ({ start }) => {
    const child = await start();
    undo.defer(() => child.stop(1_500));
  });
  // Those that came up are known to `undo` before one that did not is thrown.
  await Promise.allSettled(starting);
  await Promise.all(starting);
  const { emulator, simulator, inbox } = services;
  const environment: Record<string, string> = {
    ...emulator.environment,
    ...simulator.environment,
    ...inbox.environment,
  };
  return { ...services, environment };
}
