import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRedis } from '@karigar/events/testing';
import { afterAll, expect, it } from 'vitest';
import { showNumber } from '../contracts/order-number.ts';
import { runOperator } from '../operator/testing/run-operator.ts';
import { MailingShop } from './testing/mailing-shop.ts';

const patience = { timeout: 60_000 };
const dir = await mkdtemp(join(tmpdir(), 'karigar-restored-'));
const [mailing, spare] = await Promise.all([MailingShop.start(), startRedis()]);
afterAll(async () => {
  await Promise.all([mailing.stop(), spare.stop()]);
  await rm(dir, { recursive: true, force: true });
});

const operator = async (args: readonly string[], redisUrl: string) => {
  const { code, err } = await runOperator(args, {
    DATA_DIR: mailing.shop.dataDir,
    REDIS_URL: redisUrl,
    SHOP_URL: 'https://shop.example',
  });
  expect({ code, err }).toEqual({ code: 0, err: '' });
};

it('a rebuilt shop and a restored one send nothing old, and go on with what is new', async () => {
  const file = join(dir, 'backup.ndjson.gz');
  const { redis } = mailing.shop;
  await mailing.newPerson('buyer');
  const first = await mailing.paid();
  const receipt = `Receipt for your order ${showNumber(first.number)}`;
  await expect.poll(mailing.subjects, patience).toEqual([receipt]);
  await operator(['rebuild', '--why', 'release'], redis.url);
  await operator(['export', file], redis.url);

  const after = await mailing.paid();
  await expect.poll(mailing.subjects, patience).toHaveLength(2);
  await operator(['import', file, '--yes'], spare.url);
  const restored = await mailing.restoredAt(spare, mailing.shop.dataDir);
  // It goes on from the backup: this order takes the number of the one that was lost, and its letter is another one.
  const next = await restored.paid();
  expect(next.number).toBeLessThanOrEqual(after.number + 1);
  await expect.poll(mailing.subjects, patience).toHaveLength(3);
  expect((await mailing.subjects())[2]).toBe(`Receipt for your order ${showNumber(next.number)}`);
  const letters = await mailing.letters();
  expect(letters.map(({ times }) => times)).toEqual([1, 1, 1]);
  await restored.shop.stop({ keepRedis: true });
});
