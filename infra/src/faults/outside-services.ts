import { join } from 'node:path';
import { ShopHttp } from '../measuring/shop-http.ts';
import { demoIdentity, simulatorKeys } from '../stack/demo-environment.ts';
import { startEmulator } from '../stack/emulator.ts';
import { startInbox } from '../stack/inbox.ts';
import { startSimulator } from '../stack/simulator.ts';
import { adminEmail } from './shop-under-test.ts';

/** What a shop has from others: identity, payments, mail. */
export interface OutsideServices {
  emulatorHost: string;
  simulator: ShopHttp;
  simulatorUrl: string;
  inboxUrl: string;
  /** How a server is told of them. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** Starts emulator, simulator and inbox below `dir` for a shop at `url`. Throws when one does not start. */
export async function startOutsideServices(
  dir: string,
  logFile: (name: string) => string,
  url: string,
): Promise<OutsideServices> {
  const [emulator, simulator, inbox] = await Promise.all([
    startEmulator({ dir: join(dir, 'emulator'), logFile: logFile('emulator') }),
    startSimulator({
      dir: join(dir, 'simulator'),
      webhookUrl: `${url}/api/webhooks/stripe`,
      logFile: logFile('simulator'),
    }),
    startInbox({ dir: join(dir, 'inbox'), logFile: logFile('inbox') }),
  ]);
  return {
    emulatorHost: emulator.host,
    simulator: new ShopHttp(simulator.url, 10_000),
    simulatorUrl: simulator.url,
    inboxUrl: inbox.url,
    env: {
      ...simulatorKeys,
      ...demoIdentity(emulator.host, adminEmail),
      SIMULATOR_URL: simulator.url,
      SMTP_URL: inbox.smtpUrl,
    },
    async stop() {
      await emulator.accounts.close(1500);
      await Promise.all([inbox.child.stop(1500), simulator.child.stop(1500), emulator.child.stop(1500)]);
    },
  };
}
