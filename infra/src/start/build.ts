import { buildPwa } from '../stack/build-pwa.ts';
import { reportFault } from '../stack/fault.ts';

/** Builds the PWA if its sources changed since the last build. */
try {
  await buildPwa(console.log);
} catch (error) {
  process.exitCode = reportFault(error);
}
