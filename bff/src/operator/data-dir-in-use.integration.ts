import { randomBytes } from 'node:crypto';
import { closeSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { lockFolder } from '../config/lock-folder.ts';
import { openOperatorShop } from './testing/operator-shop.ts';

const shop = await openOperatorShop();
const backup = join(shop.dir, 'backup');
await shop.run(['export', backup, '--why', 'routine']);
await mkdir(join(shop.dir, 'keys'));
afterAll(() => shop.stop());

const note = () => join(shop.dir, 'running.json');

/** Holds the data folder as a running shop does, whose Redis is at `redisUrl`. */
async function runningShop(redisUrl: string): Promise<void> {
  const lock = await lockFolder(shop.dir);
  if (typeof lock === 'string') throw new Error(lock);
  await writeFile(note(), JSON.stringify({ SHOP_URL: 'http://127.0.0.1:1', REDIS_URL: redisUrl }));
  onTestFinished(async () => {
    closeSync(lock);
    await rm(note());
  });
}
const DATA_KEY = randomBytes(32).toString('base64');
const rotate = ['keys', '--rotate', '--why', 'routine'];

it.for([
  ['keys --rotate', rotate],
  ['keys --import', ['keys', '--import', 'BACKUP', '--yes']],
  ['import', ['import', 'BACKUP', '--yes']],
] as const)('%s refuses the data folder of another running shop and names its process', async ([, words]) => {
  await runningShop('redis://127.0.0.1:1');
  const args = words.map((word) => (word === 'BACKUP' ? backup : word));
  const { code, err } = await shop.run(args, { DATA_KEY, REDIS_URL: shop.empty.url });
  expect(code).toBe(1);
  expect(err).toMatch(
    new RegExp(
      `^DATA_DIR \\(${shop.dir}\\) is in use by process ${process.pid} \\(.+\\), which runs since .+: stop it`,
    ),
  );
});

it('a command reads beside another shop, and writes beside its own', async () => {
  await runningShop(shop.shop.redisUrl);
  expect(await shop.run(rotate, { DATA_KEY })).toMatchObject({ code: 0, err: '' });
  expect(await shop.run(rotate, { DATA_KEY, REDIS_URL: '' })).toMatchObject({ code: 0, err: '' });
  const backUp = ['keys', '--export', join(shop.dir, 'keys.json.gz')];
  expect(await shop.run(backUp, { DATA_KEY })).toMatchObject({ code: 0 });
});

it('writes into a folder that no shop uses, and lets it go again', async () => {
  expect(await shop.run(rotate, { DATA_KEY })).toMatchObject({ code: 0, err: '' });
  await runningShop(shop.shop.redisUrl);
});

it('says that no shop runs where one was killed and left its note', async () => {
  await writeFile(note(), JSON.stringify({ REDIS_URL: shop.shop.redisUrl }));
  onTestFinished(() => rm(note()));
  const { code, err } = await shop.run(rotate, { DATA_KEY, REDIS_URL: '' });
  expect(code).toBe(1);
  expect(err).toContain(`No shop runs on DATA_DIR (${shop.dir}). Start it with "npm start"`);
});
