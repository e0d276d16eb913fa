import { join } from 'node:path';
import { seedOnce } from '../seed/seed-once.ts';
import { shopUrl } from '../stack/bff.ts';
import { buildPwa } from '../stack/build-pwa.ts';
import { startChild } from '../stack/child.ts';
import { prepareDataDir } from '../stack/data-dir.ts';
import { StackFault } from '../stack/fault.ts';
import { projectRoot } from '../stack/places.ts';
import { isLocal, readEnvironment, settingsFrom } from '../stack/settings.ts';
import { answersPort, waitUntil } from '../stack/start-part.ts';
import { refuseBusyPort, startStack } from '../stack/start-stack.ts';
import { runUntilStopped } from '../stack/until-stopped.ts';
import { announce } from './announce.ts';

/**
 * `npm run dev`: the same shop, with Vite's dev server at PORT in front of a BFF that restarts when its sources
 * change. The page reloads by itself; there is no service worker in this mode.
 */
await runUntilStopped(async () => {
  const env = readEnvironment(process.env);
  const { dataDir, host, port, ...settings } = settingsFrom(env);
  if (settings.useEmulator && !isLocal(host)) {
    throw new StackFault(
      `HOST is ${host}: the dev server would pass the demo's sign-in on to a network. Leave HOST empty, or set FIREBASE_*.`,
    );
  }
  console.log('Starting Karigar for development …');
  const lock = await prepareDataDir(dataDir);
  await refuseBusyPort(port, host);
  await buildPwa(console.log);
  const stack = await startStack({ dataDir, lock, host: '127.0.0.1', env, quiet: false, watch: true });
  const vite = startChild({
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
  });
  const stop = async () => {
    await vite.stop(1000);
    await stack.stop();
  };
  try {
    await waitUntil(vite, () => answersPort(port), 30_000);
    if (settings.useEmulator && settings.useSimulator) await seedOnce(stack, console.log);
  } catch (error) {
    await stop();
    throw error;
  }
  announce(shopUrl(host, port), { ...settings, host });
  const viteGone = vite.ended.then(() => `Vite ended by itself:\n  ${vite.lastLines(5).join('\n  ')}`);
  return { ...stack, stop, broken: Promise.race([stack.broken, viteGone]) };
});
