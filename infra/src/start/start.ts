import { join } from 'node:path';
import { seedOnce } from '../seed/seed-once.ts';
import { shopUrl } from '../stack/bff.ts';
import { buildPwa } from '../stack/build-pwa.ts';
import { prepareDataDir } from '../stack/data-dir.ts';
import { demoAccounts } from '../stack/demo-environment.ts';
import { StackFault } from '../stack/fault.ts';
import { projectRoot } from '../stack/places.ts';
import { isLocal, readEnvironment, type Settings, settingsFrom } from '../stack/settings.ts';
import { answersPort, startPart } from '../stack/start-part.ts';
import { refuseBusyPort, type Stack, startStack } from '../stack/start-stack.ts';
import { runUntilStopped } from '../stack/until-stopped.ts';

const isForDevelopment = process.argv[2] === 'dev';

/**
 * `npm start`: everything that the shop needs, until Ctrl-C. `npm run dev` (argument `dev`): the same shop, with Vite's dev server at PORT in
 * front of a BFF that restarts when its sources change; the page reloads by itself, and there is no service worker.
 */
await runUntilStopped(async () => {
  const env = readEnvironment(process.env);
  const settings = settingsFrom(env);
  const { dataDir, host, port, useEmulator, useSimulator } = settings;
  if (isForDevelopment && useEmulator && !isLocal(host)) {
    throw new StackFault(
      `HOST is ${host}: the dev server would pass the demo's sign-in on to a network. Leave HOST empty, or set FIREBASE_*.`,
    );
  }
  console.log(`Starting Karigar${isForDevelopment ? ' for development' : ''} …`);
  const lock = await prepareDataDir(dataDir);
  await refuseBusyPort(port, host);
  await buildPwa(console.log);
  const place = isForDevelopment ? { host: '127.0.0.1', watch: true } : { host, port };
  const stack = await startStack({ dataDir, lock, env, quiet: false, ...place });
  try {
    const shop = isForDevelopment ? await behindVite(stack, settings) : stack;
    if (useEmulator && useSimulator) await seedOnce(stack, console.log);
    announce(shopUrl(host, port), settings);
    return shop;
  } catch (error) {
    await stack.stop();
    throw error;
  }
});

/** Starts Vite's dev server, which ends with this process. Gives the shop, which then ends with it. */
async function behindVite(stack: Stack, { host, port, dataDir }: Settings): Promise<Stack> {
  const vite = await startPart({
    name: 'Vite dev server',
    command: process.execPath,
    args: [
      join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js'),
      ...['--host', host, '--port', String(port), '--strictPort', '--clearScreen', 'false'],
    ],
    cwd: join(projectRoot, 'pwa'),
    env: { ...process.env, BFF_URL: stack.url },
    logFile: join(dataDir, 'logs', 'vite.log'),
    onLine: (line) => {
      if (line.trim() !== '') console.log(`  [vite] ${line.trim()}`);
    },
    answers: () => answersPort(port),
  });
  const viteGone = vite.ended.then(() => `Vite ended by itself:\n  ${vite.lastLines(5).join('\n  ')}`);
  return {
    ...stack,
    broken: Promise.race([stack.broken, viteGone]),
    async stop() {
      await vite.stop(1000);
      await stack.stop();
    },
  };
}

/** Prints the shop's address and, in the demo, who may sign in. Scripts wait for the last line. */
function announce(url: string, { useEmulator, useInbox, host }: Settings): void {
  if (useEmulator && !isLocal(host)) {
    console.log(
      `  HOST is ${host}, so the demo's sign-in is closed: with the emulator anybody signs in as anybody.`,
    );
  } else if (useEmulator) {
    for (const { role, email, password } of demoAccounts) {
      console.log(`  Demo ${role === 'admin' ? 'admin' : 'customer'}: ${email}, password ${password}`);
    }
  }
  if (useInbox && isLocal(host)) console.log(`  Letters to customers: ${url}/inbox`);
  console.log(`Karigar is ready at ${url}`);
}
