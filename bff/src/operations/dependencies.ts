import type { Dependency } from './readiness.ts';
import { answersHttp } from './sign-of-life.ts';

/**
 * What readiness names. Redis is a must; without the identity or the payment service a shop still shows its tools and takes
 * orders. The real outside services are not asked at each check: they would count it against us.
 */
export function dependenciesOf(
  { emulatorHost, simulatorUrl }: { emulatorHost: string | null; simulatorUrl: string | null },
  pingLog: () => Promise<void>,
): Dependency[] {
  return [
    { name: 'redis', required: true, check: () => pingLog().then(() => 'answers') },
    {
      name: 'identity',
      required: false,
      check: async () => (emulatorHost === null ? 'configured' : answersHttp(`http://${emulatorHost}/`)),
    },
    {
      name: 'payments',
      required: false,
      check: async () => (simulatorUrl === null ? 'configured' : answersHttp(`${simulatorUrl}/`)),
    },
  ];
}
