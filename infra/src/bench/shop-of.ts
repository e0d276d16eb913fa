import { join } from 'node:path';

/**
 * Starts the shop whose sources lie in a folder, prints where it answers as one line of JSON ({@link StartedShop}), and stops it when its input
 * ends. Arguments: the folder, and what to put over the environment (JSON).
 */
const [root = '', env = '{}'] = process.argv.slice(2);
const { startStack }: typeof import('../stack/start-stack.ts') = await import(
  join(root, 'infra/src/stack/start-stack.ts')
);
const stack = await startStack({ env: JSON.parse(env) });
const { url, emulatorHost } = stack;
console.log(
  JSON.stringify({
    url,
    emulatorHost: emulatorHost ?? '',
    pid: stack.child('bff').pid,
  } satisfies StartedShop),
);
process.stdin.resume().once('end', () => void stack.stop().finally(() => process.exit()));

/** Where a shop answers, and the process id of its server. */
export interface StartedShop {
  url: string;
  emulatorHost: string;
  pid: number;
}
