import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { demoAccounts } from '../stack/demo-environment.ts';
import { startStack } from '../stack/start-stack.ts';
import { seedOnce } from './seed-once.ts';
import { shopClient } from './shop-client.ts';

test('the accounts that the login page shows are made anew after an erasure, and only those', {
  timeout: 120_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'karigar-seed-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  writeFileSync(join(dataDir, 'seeded.txt'), 'by a test\n');
  const stack = await startStack({ dataDir });
  onTestFinished(() => stack.stop());
  const client = shopClient(stack.url);
  const [customer, admin] = demoAccounts;

  await seedOnce(stack, () => undefined);
  const [first, kept] = [await client.signUpOrIn(customer), await client.signUpOrIn(admin)];
  await client.call('DELETE', '/me', { body: { confirm: customer.email }, token: first.token });
  await seedOnce(stack, () => undefined);

  const second = await client.signUpOrIn(customer);
  expect(second.uid).not.toBe(first.uid);
  expect((await client.signUpOrIn(admin)).uid).toBe(kept.uid);
  const users = await client.call<unknown[]>('GET', '/user', { token: kept.token });
  expect(users).toMatchObject([
    { email: customer.email, verified: true },
    { email: admin.email, verified: true },
  ]);
  expect(await client.call('GET', '/tools')).toEqual([]);
});
