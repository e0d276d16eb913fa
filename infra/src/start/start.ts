import { seedOnce } from '../seed/seed-once.ts';
import { prepareDataDir, refuseSecondShop } from '../stack/data-dir.ts';
import { demoAccounts } from '../stack/demo-environment.ts';
import { readEnvironment, settingsFrom } from '../stack/settings.ts';
import { refuseBusyPort, startStack } from '../stack/start-stack.ts';
import { buildPwa } from './build-pwa.ts';
import { runUntilStopped } from './until-stopped.ts';

/** `npm start`: everything that the shop needs, until Ctrl-C. */
await runUntilStopped(async () => {
  const env = readEnvironment(process.env);
  const settings = settingsFrom(env);
  console.log('Starting Karigar …');
  prepareDataDir(settings.dataDir);
  refuseSecondShop(settings.dataDir);
  await refuseBusyPort(settings.port, settings.host);
  buildPwa(console.log);
  const stack = await startStack({
    dataDir: settings.dataDir,
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
    for (const { role, email, password } of demoAccounts) {
      console.log(`  Demo ${role === 'admin' ? 'admin   ' : 'customer'}: ${email}  password: ${password}`);
    }
  }
  console.log(`Karigar is ready at ${stack.url}`);
  return stack;
});
