import { demoAccounts } from '../stack/demo-environment.ts';

/** Says where the shop is, and in the demo who may sign in. The last line is what scripts wait for. */
export function announce(url: string, demo: boolean): void {
  if (demo) {
    for (const { role, email, password } of demoAccounts) {
      console.log(`  Demo ${role === 'admin' ? 'admin' : 'customer'}: ${email}, password ${password}`);
    }
  }
  console.log(`Karigar is ready at ${url}`);
}
