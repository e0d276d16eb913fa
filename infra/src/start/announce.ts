import { demoAccounts } from '../stack/demo-environment.ts';
import { isLocal, type Settings } from '../stack/settings.ts';

/** Prints the shop's address and, in the demo, who may sign in. Scripts wait for the last line. */
export function announce(
  url: string,
  { useEmulator, useInbox, host }: Pick<Settings, 'useEmulator' | 'useInbox' | 'host'>,
): void {
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
