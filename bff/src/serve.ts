import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pino } from 'pino';
import { configFrom } from './config/config.ts';
import { configWarnings } from './config/warnings.ts';
import { openShop } from './open-shop.ts';

/** The server: reads the configuration, opens the shop, and stops it gracefully on SIGINT or SIGTERM. */
async function main() {
  const config = configFrom(process.env);
  // Lines are written in batches: a write for each would cost as much as the request itself.
  const lines = pino.destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 250 });
  const logger = pino({ level: config.logLevel, base: { process: process.pid } }, lines);
  for (const warning of configWarnings(config)) logger.warn(warning);
  const shop = await openShop(config, logger);
  // The last lines are written here: pino's own writing at the end of a process never ends where their reader is gone.
  const end = (code: number) => lines.flush(() => process.exit(code));
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    shop.stop().then(
      () => end(0),
      (error: unknown) => {
        logger.fatal({ err: error }, 'could not stop cleanly');
        end(1);
      },
    );
  };
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('SIGTERM', () => stop('SIGTERM'));
  flushCompileCache();
  collectGarbage();
  // Afterwards the space of young objects has a megabyte, which a busy server would collect a hundred times a second: it grows in larger steps.
  setFlagsFromString('--semi-space-growth-factor=4');
  process.stdout.write(`Karigar's server listens on ${shop.url}\n`);
}

/** Loading the code leaves some fifty megabytes of garbage, which V8 would keep until the server is busy. */
function collectGarbage() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`The server cannot start. ${message}\n`);
  process.exit(1);
});
