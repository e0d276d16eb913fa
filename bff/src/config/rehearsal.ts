import { hostOf, isLoopbackHost } from '../http/client-address.ts';

/** What a rehearsal of production depends on. */
interface RehearsalSettings {
  readonly host: string;
  readonly shopUrl: string;
  readonly emulatorHost: string | null;
  readonly simulatorUrl: string | null;
}

/**
 * Lists what forbids a rehearsal (REHEARSAL=on), in which emulator and simulator stand in for Firebase and Stripe in production or behind a
 * proxy on this machine: an emulator lets anyone sign in as anyone, so only this machine may reach the shop.
 */
export function rehearsalFaults(settings: RehearsalSettings): string[] {
  const { host, shopUrl, emulatorHost, simulatorUrl } = settings;
  const faults: string[] = [];
  if (emulatorHost === null || simulatorUrl === null)
    faults.push(
      'REHEARSAL needs FIREBASE_AUTH_EMULATOR_HOST and SIMULATOR_URL: it is no way to try the real services',
    );
  if (!isLoopbackHost(host)) faults.push('REHEARSAL needs a HOST that only this machine reaches, 127.0.0.1');
  // What is no address is refused elsewhere.
  if (!isLoopbackHost(hostOf(shopUrl) ?? 'localhost'))
    faults.push('REHEARSAL needs a SHOP_URL on this machine, such as https://localhost:8443');
  return faults;
}
