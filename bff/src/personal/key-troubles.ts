import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { KeyTrouble } from './personal.ts';

/** Counts and logs each time that personal data cannot be reached: somebody has to look after the key store. */
export function keyTroubles(
  logger: Logger,
  registry: Registry,
): (trouble: KeyTrouble, uid: string, error?: unknown) => void {
  const counter = new Counter({
    name: 'karigar_key_missing_total',
    help: 'Personal data that could not be sealed or opened, by what was wrong with the key: missing, unreadable, unfitting',
    labelNames: ['trouble'],
    registers: [registry],
  });
  // From 0 on: the first one would be no increase for who watches, where the count began with it.
  for (const trouble of ['missing', 'unreadable', 'unfitting'] satisfies KeyTrouble[])
    counter.inc({ trouble }, 0);
  return (trouble, uid, error) => {
    counter.inc({ trouble });
    logger.error({ trouble, uid, err: error }, 'the key of a person cannot be used; see the handbook, 9');
  };
}
