import { seedOnce } from '../seed/seed-once.ts';
import { buildPwa } from '../stack/build-pwa.ts';
import { prepareDataDir } from '../stack/data-dir.ts';
import { readEnvironment, settingsFrom } from '../stack/settings.ts';
import { refuseBusyPort, startStack } from '../stack/start-stack.ts';
import { runUntilStopped } from '../stack/until-stopped.ts';
import { announce } from './announce.ts';

/** `npm start`: everything that the shop needs, until Ctrl-C. */
await runUntilStopped(async () => {
  const env = readEnvironment(process.env);
  const settings = settingsFrom(env);
  console.log('Starting Karigar …');
  const lock = await prepareDataDir(settings.dataDir);
  await refuseBusyPort(settings.port, settings.host);
  await buildPwa(console.log);
  const stack = await startStack({
    dataDir: settings.dataDir,
    lock,
    port: settings.port,
    host: settings.host,
    env,
    quiet: false,
  });
  if (settings.useEmulator && settings.useSimulator) {
    try {
      await seedOnce(stack, console.log);
    } catch (error) {
      await stack.stop();
      throw error;
    }
  }
  announce(stack.url, settings);
  return stack;
});
