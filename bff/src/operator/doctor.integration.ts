import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { TestInbox } from '../mail/testing/test-inbox.ts';
import { TestSimulator } from '../payments/testing/test-simulator.ts';
import { AuthEmulator } from '../testing/auth-emulator.ts';
import { RunningShop } from '../testing/running-shop.ts';
import { runOperator } from './testing/run-operator.ts';

interface Row {
  name: string;
  state: string;
  text: string;
}

const [simulator, inbox, emulator] = await Promise.all([
  TestSimulator.start(),
  TestInbox.start(),
  AuthEmulator.start(),
]);
const services = {
  ...simulator.environment,
  ...{ SMTP_URL: inbox.smtpUrl, FIREBASE_AUTH_EMULATOR_HOST: emulator.host },
};
const shop = await RunningShop.start(services);
// As localhost, which the emulator takes for a domain of the project.
const SHOP_URL = `http://localhost:${shop.shop.port}`;
const environment = { ...services, SHOP_URL, REDIS_URL: shop.redis.url, DATA_DIR: shop.dataDir };
afterAll(async () => {
  await shop.stop();
  await Promise.all([simulator.stop(), inbox.stop(), emulator.empty()]);
});

async function doctor(changed: Record<string, string> = {}) {
  const run = await runOperator(['doctor', '--json'], { ...environment, ...changed });
  return { code: run.code, err: run.err, rows: run.json<Row[]>() };
}

it('finds no fault in a whole shop, and prints a table', async () => {
  const { code, err, rows } = await doctor();
  expect([code, err, rows.filter(({ state }) => state === 'FAULT')]).toEqual([0, '', []]);
  // A Redis for tests has no limit of its memory.
  const weak = rows.filter(({ state }) => state === 'weak');
  expect([...new Set(weak.map(({ name }) => name))]).toEqual(['redis']);
  const { out } = await runOperator(['doctor'], environment);
  expect(out).toMatch(/^ok {4}mail {6}the mail server takes the login$/m);
  expect(out.trimEnd().split('\n')).toHaveLength(rows.length);
});

it('names each thing that is away, and what to do', async () => {
  const nobody = '127.0.0.1:9';
  const { code, rows } = await doctor({
    REDIS_URL: `redis://${nobody}`,
    OBJECTS_URL: pathToFileURL(join(shop.dataDir, 'not', 'mounted')).href,
    SMTP_URL: `smtp://${nobody}`,
    SIMULATOR_URL: `http://${nobody}`,
    FIREBASE_AUTH_EMULATOR_HOST: nobody,
    SHOP_URL: `http://${nobody}`,
  });
  expect(code).toBe(1);
  const faults = rows.filter(({ state }) => state === 'FAULT').map(({ name }) => name);
  expect(faults).toEqual(['redis', 'clock', 'storage', 'keys', 'mail', 'payments', 'sign-in', 'address']);
  const textOf = (name: string) => rows.find((row) => row.name === name)?.text;
  expect(textOf('redis')).toContain('Is the shop running?');
  expect(textOf('address')).toBe(
    '127.0.0.1:9 does not answer (ECONNREFUSED): look at the network, the firewall and the proxy.',
  );
});

it('says that DATA_KEY is another one, and that an address leads elsewhere', async () => {
  const DATA_KEY = Buffer.alloc(32, 7).toString('base64');
  const { rows } = await doctor({ DATA_KEY, SHOP_URL: simulator.environment.SIMULATOR_URL ?? '' });
  const faults = rows.filter(({ state }) => state === 'FAULT');
  expect(faults.map(({ name }) => name)).toEqual(expect.arrayContaining(['keys', 'address']));
  expect(faults.find(({ name }) => name === 'keys')?.text).toContain('DATA_KEY');
  expect(faults.find(({ name }) => name === 'address')?.text).toContain('answers, but not as this shop');
});

it('names all settings that are missing, before it asks anything', async () => {
  const { code, err } = await runOperator(['doctor'], {
    NODE_ENV: 'production',
    REDIS_URL: shop.redis.url,
    DATA_DIR: shop.dataDir,
  });
  expect(code).toBe(1);
  for (const name of ['DATA_KEY', 'ACCESS_TOKEN_SECRET', 'STRIPE_SECRET_KEY', 'CONTACT_PHONE', 'PWA_DIST'])
    expect(err).toContain(`- ${name} is`);
});

it('goes on where one service alone is away', async () => {
  const { code, rows } = await doctor({ FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9' });
  expect(code).toBe(1);
  expect(rows.filter(({ state }) => state === 'FAULT').map(({ name }) => name)).toEqual(['sign-in']);
  expect(rows.find(({ name }) => name === 'clock')).toMatchObject({ state: 'weak' });
});
