import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OrderLog, openOrderLog } from '@karigar/events';
import { startRedis, type TestRedis } from '@karigar/events/testing';
import { afterAll, expect, it } from 'vitest';
import type { Order, PlacedOrder } from './contracts/order.ts';
import type { ShopConfig } from './contracts/shop.ts';
import { accessTokens } from './identity/access-token.ts';
import { TestInbox } from './mail/testing/test-inbox.ts';
import { adminEmail, anOrder, aTool } from './testing/running-shop.ts';
import { ServerProcess } from './testing/server-process.ts';

// Processes take their time to start on a machine that has other work, and a dead one's lease lasts a quarter of a minute.

let dataDir = '';
let redis: TestRedis;
let inbox: TestInbox;
let log: OrderLog;
const servers = new Set<ServerProcess>();

async function startServer(): Promise<ServerProcess> {
  const server = await ServerProcess.start({
    REDIS_URL: redis.url,
    DATA_DIR: dataDir,
    // Nothing listens there: people sign in by the shop's own tokens.
    FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9',
    SIMULATOR_URL: 'http://127.0.0.1:9',
    SMTP_URL: inbox.smtpUrl,
    SHOP_URL: 'https://shop.example',
    ADMIN_EMAILS: adminEmail,
    MAX_HELD_SHARE: '1',
  });
  servers.add(server);
  return server;
}

async function kill(server: ServerProcess): Promise<void> {
  servers.delete(server);
  await server.kill();
}

dataDir = await mkdtemp(join(tmpdir(), 'karigar-servers-'));
[redis, inbox] = await Promise.all([startRedis(), TestInbox.start()]);
afterAll(async () => {
  await Promise.all([...servers].map(kill));
  await log?.close();
  await Promise.all([redis?.stop(), inbox?.stop()]);
  await rm(dataDir, { recursive: true, force: true });
});

/** Signs in with the secret that the servers have made. */
async function tokenOf(email: string): Promise<string> {
  const secret = await readFile(join(dataDir, 'access-token-secret'), 'utf8');
  const owner = { uid: `uid-${email}`, email, emailVerified: true, name: 'Rahim', signedInAt: 0 };
  return (await accessTokens(secret).issue(owner, Date.now() * 1_000)).token;
}

async function call<T>(at: ServerProcess, method: string, path: string, as?: string, body?: object) {
  const answer = await fetch(`${at.url}/api${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(as === undefined ? {} : { Authorization: `Bearer ${await tokenOf(as)}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as T };
}

/** Has somebody buy, under a name that nobody else has, and gives how often the letter about it has come and whom a search finds. */
async function sold(at: ServerProcess, toolId: string) {
  const email = `${randomUUID()}@example.com`;
  const name = `Given${randomUUID().slice(0, 8)}`;
  const body = { ...anOrder({ email }, toolId), name };
  const placed = await call<PlacedOrder>(at, 'POST', '/orders', email, body);
  expect(placed.status).toBe(201);
  const orderId = placed.body.insertedId;
  await log.pay({ orderId, transactionId: `pi_${orderId}`, actor: 'system:test', correlationId: 'test' });
  return {
    letters: async () =>
      (await inbox.letters()).filter(({ to }) => to.includes(email)).map(({ times }) => times),
    found: async (by: ServerProcess) =>
      (await call<Order[]>(by, 'GET', `/orders?find=${name}`, adminEmail)).body.map(({ _id }) => _id),
    orderId,
  };
}

it('two servers that start at once on an empty folder make one of each secret', async () => {
  const both = await Promise.all([startServer(), startServer()]);
  const keys = await Promise.all(both.map((at) => call<ShopConfig>(at, 'GET', '/config')));
  expect(keys[0]?.body.push.publicKey).toMatch(/^[\w-]{87}$/);
  expect(keys[1]?.body.push).toEqual(keys[0]?.body.push);
  for (const at of both) {
    expect((await call(at, 'GET', '/orders/rahim@example.com', 'rahim@example.com')).status).toBe(200);
    expect((await call(at, 'GET', '/readyz')).status).toBe(200);
  }
});

it('letters and the search for customers are the work of one server, and of another once that has stopped or was killed', async () => {
  log = await openOrderLog({ url: redis.url });
  const [one, other] = [...servers] as [ServerProcess, ServerProcess];
  const tool = await call<{ insertedId: string }>(one, 'POST', '/tools', adminEmail, aTool);
  const sales: Awaited<ReturnType<typeof sold>>[] = [];
  const sell = async (at: ServerProcess) => {
    const sale = await sold(at, tool.body.insertedId);
    await expect.poll(sale.letters, { timeout: 60_000 }).toEqual([1]);
    await expect.poll(() => sale.found(at), { timeout: 60_000 }).toEqual([sale.orderId]);
    sales.push(sale);
  };
  await Promise.all([sell(one), sell(other)]);
  // From here on the other one does the work, so its end is the one that matters.
  servers.delete(one);
  await one.stop();
  await sell(other);
  const third = await startServer();
  await kill(other);
  await sell(third);
  for (const sale of sales) expect(await sale.letters()).toEqual([1]);
});
