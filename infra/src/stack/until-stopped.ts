import { reportFault } from './fault.ts';
import type { Stack } from './start-stack.ts';

/**
 * Runs a shop until it is told to stop (Ctrl-C, SIGTERM, or the end of the process that started this one) or until one of its parts
 * ends by itself. Ends this process: code 0 when told to stop, 130 when told so before the shop was up, 1 after a fault.
 */
export async function runUntilStopped(start: () => Promise<Stack>): Promise<never> {
  const { promise: stopped, resolve } = Promise.withResolvers<null>();
  const stop = () => resolve(null);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  process.on('disconnect', stop);
  try {
    const starting = start();
    // A stop during the start ends this process at once: the kernel then ends its children.
    const stack = await Promise.race([starting, stopped]);
    if (stack === null) process.exit(130);
    const fault = await Promise.race([stack.broken, stopped]);
    if (fault !== null) console.error(fault);
    const since = Date.now();
    console.log('Stopping …');
    await stack.stop();
    console.log(`Stopped in ${((Date.now() - since) / 1000).toFixed(1)} s`);
    process.exit(fault === null ? 0 : 1);
  } catch (error) {
    process.exit(reportFault(error));
  }
}
