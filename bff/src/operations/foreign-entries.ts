import type { LogDamagedError } from '@karigar/events';
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';

/** Enough to see that there are some, and little memory. */
const mostKnown = 1_000;

/** Counts and reports each entry of the log that is no event of the shop, once in this process. */
export function foreignEntries(registry: Registry, logger: Logger): (entry: LogDamagedError) => void {
  const gauge = new Gauge({
    name: 'karigar_log_foreign_entries',
    help: 'Entries of the log that are no events of the shop, and that live updates and followers leave out',
    registers: [registry],
  });
  const known = new Set<string>();
  return (entry) => {
    if (known.has(entry.message) || known.size >= mostKnown) return;
    known.add(entry.message);
    gauge.set(known.size);
    logger.error({ err: entry }, 'an entry of the log is no event of the shop and is left out; run verify');
  };
}
