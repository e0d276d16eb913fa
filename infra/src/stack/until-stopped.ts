import { reportFault } from './fault.ts';
import type { Stack } from './start-stack.ts';

/**
 * Runs a shop until somebody wants it stopped (Ctrl-C, SIGTERM, or the process that started us is gone) or until one
 * of its parts ends by itself. Ends this process: code 0 when asked to stop, 1 after a fault.
 */
export async function runUntilStopped(start: () => Promise<Stack>): Promise<never> {
  let wanted: () => void = () => undefined;
  const stopWanted = new Promise<null>((settle) => {
    wanted = () => settle(null);
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, wanted);
  process.on('disconnect', wanted);
  try {
    const starting = start();
    // A stop wished for during the start ends us at once: the kernel then ends our children.
    const stack = await Promise.race([starting, stopWanted]);
    if (stack === null) process.exit(130);
    const fault = await Promise.race([stack.broken, stopWanted]);
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
