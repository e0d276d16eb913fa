import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { MailingShop } from './mail/testing/mailing-shop.ts';
import { ServerProcess } from './testing/server-process.ts';

const patience = { timeout: 60_000 };
const daysAhead = 3;
const clock = new URL('./testing/shift-clock.ts', import.meta.url).href;

const mailing = await MailingShop.start();
const { redis, dataDir } = mailing.shop;
const ahead = await ServerProcess.start({
  ...mailing.environment,
  REDIS_URL: redis.url,
  DATA_DIR: dataDir,
  FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9',
  NODE_OPTIONS: `--import ${clock}`,
  CLOCK_AHEAD_MS: String(daysAhead * 24 * 3_600_000),
});
afterAll(async () => {
  await ahead.kill();
  await mailing.stop();
});

const skew = async (): Promise<number> => {
  const text = await (await fetch(`${ahead.url}/metrics`)).text();
  return Math.round(Number(/^karigar_clock_skew_seconds (\S+)$/m.exec(text)?.[1]) / 3_600);
};

it('two servers whose clocks are three days apart send each letter once, and delete no unpaid order early', async () => {
  await mailing.newPerson(randomUUID());
  const unpaid = await mailing.placed();
  await mailing.paid();
  await expect.poll(skew, patience).toBe(daysAhead * 24);
  await mailing.letTimePass();
  await expect.poll(mailing.subjects, patience).toHaveLength(2);
  await mailing.paid();
  await expect.poll(mailing.subjects, patience).toHaveLength(3);
  expect((await mailing.letters()).map(({ times }) => times)).toEqual([1, 1, 1]);
  const kept = await mailing.shop.json('get', `/orders/order/${unpaid._id}`, { as: mailing.person });
  expect(kept).toMatchObject({ status: 200, body: { status: 'pending' } });
});
