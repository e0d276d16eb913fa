import { statfsSync } from 'node:fs';
import { seedOnce } from '../seed/seed-once.ts';
import { startStack } from '../stack/start-stack.ts';
import { runUntilStopped } from '../start/until-stopped.ts';

const memory = '/dev/shm';
const roomy = 512 * 1024 * 1024;

/** True if this machine keeps a roomy folder in memory. */
function hasRoomyMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > roomy;
  } catch {
    return false;
  }
}

// Every write is flushed before it is answered: on a disk that others keep busy a flush can outlast the shop's patience, and a
// test of pages would then see the shop being away. What a kill leaves behind is tested elsewhere, on the disk.
if (hasRoomyMemory()) process.env.TMPDIR = memory;

/** The shop that the end-to-end tests use: on E2E_PORT, with a folder of its own that goes when it stops. */
await runUntilStopped(async () => {
  const stack = await startStack({
    port: Number(process.env.E2E_PORT),
    quiet: false,
    env: { RATE_LIMIT: 'off', MAX_UNPAID_ORDERS: '0' },
  });
  await seedOnce(stack, console.log);
  console.log(`Karigar is ready at ${stack.url}`);
  return stack;
});
