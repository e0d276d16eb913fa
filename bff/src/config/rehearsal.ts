import { isLoopbackHost } from '../http/client-address.ts';

/** What a rehearsal of production depends on. */
interface RehearsalSettings {
  readonly production: boolean;
  readonly host: string;
  readonly shopUrl: string;
  readonly emulatorHost: string | null;
  readonly simulatorUrl: string | null;
}

/** Tells whether an address names the machine of whoever follows it, by every browser's reading of it. What is no address is refused elsewhere. */
const isOfThisMachine = (address: string): boolean => {
  if (!URL.canParse(address)) return true;
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  return isLoopbackHost(host) || host.endsWith('.localhost');
};

/**
 * Lists what forbids a rehearsal (REHEARSAL=on), in which emulator and simulator stand in for Firebase and Stripe in production: with an
 * emulator anybody signs in as anybody, so nobody but this machine may reach the shop.
 */
export function rehearsalFaults(settings: RehearsalSettings): string[] {
  const { production, host, shopUrl, emulatorHost, simulatorUrl } = settings;
  const faults: string[] = [];
  if (!production)
    faults.push('REHEARSAL is for NODE_ENV=production: leave it out, the demo needs no switch');
  if (emulatorHost === null || simulatorUrl === null)
    faults.push(
      'REHEARSAL needs FIREBASE_AUTH_EMULATOR_HOST and SIMULATOR_URL: it is no way to try the real services',
    );
  if (!isLoopbackHost(host)) faults.push('REHEARSAL needs a HOST that only this machine reaches, 127.0.0.1');
  if (!isOfThisMachine(shopUrl))
    faults.push('REHEARSAL needs a SHOP_URL on this machine, such as https://localhost:8443');
  return faults;
}
