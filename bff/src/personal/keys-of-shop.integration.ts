import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { RunningShop } from '../testing/running-shop.ts';
import { keysIn } from './key-folder.ts';

let shop: RunningShop;
let other = '';
beforeAll(async () => {
  shop = await RunningShop.start();
});
afterAll(() => shop?.stop());
beforeEach(async () => {
  other = await mkdtemp(join(tmpdir(), 'karigar-other-'));
  return () => rm(other, { recursive: true, force: true });
});

/** Starts a second server of the same shop; it must be refused. */
const refusal = (dataDir: string, environment: Record<string, string> = {}): Promise<string> =>
  RunningShop.start(environment, { redis: shop.redis, dataDir }).then(
    async (started) => {
      await started.stop({ keepRedis: true });
      return 'started';
    },
    (error: Error) => error.message,
  );

it('a server without the keys of its shop does not start, says what to do, and makes none', async () => {
  expect(await refusal(other)).toMatch(/are not in .*DATA_DIR.*keys --import/);
  expect(await readdir(other)).toEqual(['data-key']);
});

it('a server with keys of another shop does not start', async () => {
  const stranger = await RunningShop.start();
  const words = await refusal(stranger.dataDir);
  await stranger.stop();
  expect(words).toMatch(/the keys of another shop/);
});

it('a server with another DATA_KEY does not start, and says which one is needed', async () => {
  const key = Buffer.alloc(32, 9).toString('base64');
  expect(await refusal(shop.dataDir, { DATA_KEY: key })).toMatch(
    /wrapped by the DATA_KEY [0-9a-f]{8} .*Set the DATA_KEY that the shop had; to change it, .*keys --rotate/,
  );
  const former = await readFile(join(shop.dataDir, 'data-key'), 'utf8');
  expect(await refusal(shop.dataDir, { DATA_KEY: key, DATA_KEY_FORMER: former })).toBe('started');
  await writeFile(join(other, 'data-key'), 'not a key');
  expect(await refusal(other)).toMatch(/data-key in DATA_DIR is not 32 bytes in base64/);
});

it('a server is not ready while its keys are away, and is so again when they are back', async () => {
  const ready = async () => {
    const answer = await shop.call('get', '/readyz');
    const body = (await answer.json()) as { dependencies: { name: string; ok: boolean }[] };
    return [answer.status, body.dependencies.find(({ name }) => name === 'keys')?.ok];
  };
  expect(await ready()).toEqual([200, true]);
  await rename(keysIn(shop.dataDir), `${keysIn(shop.dataDir)}-away`);
  expect(await ready()).toEqual([503, false]);
  await rename(`${keysIn(shop.dataDir)}-away`, keysIn(shop.dataDir));
  expect(await ready()).toEqual([200, true]);
});
