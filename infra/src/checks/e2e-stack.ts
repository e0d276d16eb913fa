import { seedOnce } from '../seed/seed-once.ts';
import { memoryDir } from '../stack/memory-dir.ts';
import { startStack } from '../stack/start-stack.ts';
import { runUntilStopped } from '../stack/until-stopped.ts';

const memory = memoryDir();
if (memory !== null) process.env.TMPDIR = memory;

/** The shop that the end-to-end tests use: on E2E_PORT, with a folder of its own that goes when it stops. */
await runUntilStopped(async () => {
  const stack = await startStack({
    port: Number(process.env.E2E_PORT),
    quiet: false,
    env: {
      RATE_LIMIT: 'off',
      MAX_UNPAID_ORDERS: '0',
      PUSH_HOSTS: `127.0.0.1:${process.env.E2E_PUSH_PORT}`,
    },
  });
  await seedOnce(stack, console.log);
  console.log(`Karigar is ready at ${stack.url}`);
  return stack;
});
