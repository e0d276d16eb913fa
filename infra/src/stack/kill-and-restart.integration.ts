import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { shopForTests } from '../seed/shop-for-tests.ts';
import { projectRoot } from './places.ts';
import { type Stack, startStack } from './start-stack.ts';

const run = promisify(execFile);

test('an acknowledged order survives SIGKILL of Redis, accounts survive too, and verify is clean', {
  timeout: 400_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'karigar-kill-'));
  let stack: Stack | undefined;
  onTestFinished(async () => {
    await stack?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const options = { dataDir, env: { RATE_LIMIT: 'off' } };

  stack = await startStack(options);
  const before = await shopForTests(stack);
  const toolId = await before.tool(20);
  const account = { name: 'Kill Test', email: 'kill-test@karigar.example', password: 'Karigar-test!' };
  const buyer = await before.client.signUpOrIn(account);
  const orderId = await before.order(buyer, toolId);
  stack.child('redis').kill('SIGKILL');
  expect(await stack.broken).toContain('Redis');
  await stack.stop();

  stack = await startStack(options);
  const after = await shopForTests(stack);
  const again = await after.client.signUpOrIn(account);
  expect(again.uid).toBe(buyer.uid);
  const orders = await after.client.call<{ _id: string }[]>('GET', `/orders/${account.email}`, {
    token: again.token,
  });
  expect(orders.map(({ _id }) => _id)).toEqual([orderId]);
  expect(await after.available(toolId)).toBe(19);
  const verified = await run(process.execPath, [join(projectRoot, 'bff', 'src', 'operator.ts'), 'verify'], {
    cwd: projectRoot,
    env: { ...process.env, REDIS_URL: stack.redisUrl, DATA_DIR: dataDir },
  });
  expect(verified.stdout).not.toBe('');
});
