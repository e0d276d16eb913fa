import type { Dependency } from '../http/readiness.ts';
import { answersHttp } from '../http/sign-of-life.ts';
import type { Config } from './config.ts';

/**
 * What readiness names. Redis is a must; without the identity or the payment service a shop still shows its tools and takes
 * orders. The real outside services are not asked at each check: they would count it against us.
 */
export function dependenciesOf(config: Config, pingLog: () => Promise<void>): Dependency[] {
  const { emulatorHost } = config.auth;
  const { simulatorUrl } = config.payments;
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
