import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { RunningShop } from '../testing/running-shop.ts';

/** Emulator, simulator and inbox in one: answers everything. */
const standIn = createServer((_, response) => response.end('served'));
const accounts = [{ role: 'admin', email: 'admin@karigar.test', password: 'shown-by-the-demo' }];

await new Promise<void>((listening) => standIn.listen(0, '127.0.0.1', listening));
const host = `127.0.0.1:${(standIn.address() as AddressInfo).port}`;
const environment = {
  FIREBASE_AUTH_EMULATOR_HOST: host,
  SIMULATOR_URL: `http://${host}`,
  INBOX_URL: `http://${host}`,
  DEMO_ACCOUNTS: JSON.stringify(accounts),
};
const shop = await RunningShop.start(environment);
afterAll(async () => {
  await shop.stop();
  standIn.close();
});

const ask = (path: string, headers: Record<string, string>, at = shop, method = 'GET') =>
  new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port: at.shop.port, path, method, headers }, async (answer) => {
      let body = '';
      for await (const chunk of answer) body += chunk;
      resolve({ status: answer.statusCode, body });
    });
    call.once('error', reject).end();
  });
const configOf = async (headers: Record<string, string>, at = shop) =>
  JSON.parse((await ask('/api/config', headers, at)).body) as Record<string, unknown>;

const parts = [
  '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any',
  '/securetoken.googleapis.com/v1/token',
  '/emulator/v1/projects/demo-karigar/oobCodes',
  '/emulator/action?mode=resetPassword',
  '/simulator/v1/payment_intents/pi_1',
  '/inbox',
  '/inbox/0123456789abcdef01234567/letter',
];
const strangers: [string, Record<string, string>][] = [
  ['behind a proxy', { 'X-Forwarded-For': '192.0.2.7' }],
  ['behind a proxy that writes Forwarded', { Forwarded: 'for=192.0.2.7' }],
  ['behind a proxy that passes its own name on', { Host: 'shop.example' }],
  ['under a name that leads here', { Host: 'rebound.example:8787' }],
  ['from a page of another site', { Origin: 'https://evil.example' }],
];

describe('the parts that only a demo has', () => {
  it.each(strangers)('are closed %s', async (_name, headers) => {
    for (const path of parts)
      expect([
        path,
        (await ask(path, headers)).status,
        (await ask(path, headers, shop, 'POST')).status,
      ]).toEqual([path, 403, 403]);
    expect((await ask('/api/user/admin@karigar.test', headers, shop, 'PUT')).status).toBe(403);
    expect((await ask('/metrics', headers)).status).toBe(403);
    const config = await configOf(headers);
    expect(config.demoAccounts).toEqual([]);
    expect(config).not.toHaveProperty('demoInbox');
  });

  it('are open to the machine itself', async () => {
    for (const path of parts)
      expect([path, await ask(path, {})]).toEqual([path, { status: 200, body: 'served' }]);
    expect((await ask('/metrics', {})).status).toBe(200);
    expect(await configOf({})).toMatchObject({ demoAccounts: accounts, demoInbox: '/inbox' });
  });

  it('are open behind a proxy in a rehearsal, under a name of this machine only', async () => {
    const keys = {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'w',
    };
    const url = 'https://localhost:8443';
    const rehearsal = await RunningShop.start(
      { ...environment, ...keys, REHEARSAL: 'on', SHOP_URL: url },
      shop,
    );
    try {
      const proxied = { Host: 'localhost:8443', 'X-Forwarded-For': '127.0.0.1' };
      for (const path of parts) expect((await ask(path, proxied, rehearsal)).status).toBe(200);
      expect(await configOf(proxied, rehearsal)).toMatchObject({ demoAccounts: accounts });
      expect((await ask('/inbox', { ...proxied, Host: 'rebound.example' }, rehearsal)).status).toBe(403);
      expect((await ask('/metrics', proxied, rehearsal)).status).toBe(403);
    } finally {
      await rehearsal.stop({ keepRedis: true });
    }
  });
});
