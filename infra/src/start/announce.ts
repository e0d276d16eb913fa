import { demoAccounts } from '../stack/demo-environment.ts';

/** Prints the shop's address and, in the demo, who may sign in. Scripts wait for the last line. */
export function announce(url: string, demo: boolean): void {
  if (demo) {
    for (const { role, email, password } of demoAccounts) {
      console.log(`  Demo ${role === 'admin' ? 'admin' : 'customer'}: ${email}, password ${password}`);
    }
  }
  console.log(`Karigar is ready at ${url}`);
}
