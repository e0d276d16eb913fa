import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOrderLog, redisKeys } from '@karigar/events';
import { startRedis } from '@karigar/events/testing';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { opsEntries } from '../ops.ts';
import { keysIn, openKeysIn, dataKeyOf as parsed } from '../personal/testing/test-keys.ts';
import { type OperatorRun, runOperator } from './testing/run-operator.ts';

const newKey = () => randomBytes(32).toString('base64');

const redis = await startRedis();
await (await openOrderLog({ url: redis.url })).close();
const dir = await mkdtemp(join(tmpdir(), 'karigar-keys-command-'));
afterAll(async () => {
  await redis.stop();
  await rm(dir, { recursive: true, force: true });
});

describe('keys', () => {
  const dataKey = newKey();
  let dataDir = '';
  let turn = 0;
  beforeEach(() => {
    turn += 1;
    dataDir = join(dir, `shop-${turn}`);
  });
  const open = (text = dataKey, former: string | null = null) =>
    openKeysIn(dataDir, parsed(text), former === null ? null : parsed(former));
  const run = (
    args: readonly string[],
    changed: Readonly<Record<string, string>> = {},
  ): Promise<OperatorRun> =>
    runOperator(['keys', ...args], {
      DATA_DIR: dataDir,
      REDIS_URL: redis.url,
      DATA_KEY: dataKey,
      DATA_KEY_FORMER: '',
      ...changed,
    });

  it('finds the DATA_KEY of a local shop in its data folder, and makes none', async () => {
    await open();
    const none = await run(['--rotate'], { DATA_KEY: '' });
    expect(none.code).toBe(1);
    expect(none.err).toContain("Set DATA_KEY to that of the shop's servers");
    await writeFile(join(dataDir, 'data-key'), `${dataKey}\n`);
    expect((await run(['--rotate'], { DATA_KEY: '' })).code).toBe(0);
    expect((await run(['--rotate'], { DATA_KEY: 'short' })).err).toContain(
      'DATA_KEY is not 32 bytes in base64',
    );
  });

  it('--rotate rewraps all beside a server, says what to do then, and is noted', async () => {
    const next = newKey();
    const key = await (await open()).keyFor('rina');
    const server = await open(next, dataKey);
    const both = { DATA_KEY: next, DATA_KEY_FORMER: dataKey };
    const rotated = await run(['--rotate', '--who', 'amal', '--why', 'replaced'], both);
    expect(rotated).toMatchObject({ code: 0, err: '' });
    expect(rotated.out).toContain(`Rewrapped 2 keys and secrets by DATA_KEY (${parsed(next).mark})`);
    expect(rotated.out).toContain('Take DATA_KEY_FORMER out of the environment');
    expect(await server.find('rina')).toEqual(key);
    expect(await (await open(next)).find('rina')).toEqual(key);
    expect((await run(['--rotate', '--json'], both)).json()).toMatchObject({ rewrapped: 0, already: 2 });
    const log = await openOrderLog({ url: redis.url });
    const noted = (await opsEntries(log.redis, 10)).find(
      ({ who, kind }) => kind === 'keys' && who === 'ops:amal',
    );
    await log.close();
    expect(noted).toMatchObject({ why: 'replaced', detail: { rewrapped: 2 } });
  });

  it('--rotate refuses keys that need a DATA_KEY which it was not given', async () => {
    await (await open()).keyFor('rina');
    const refused = await run(['--rotate'], { DATA_KEY: newKey() });
    expect(refused.code).toBe(1);
    expect(refused.err).toContain(`wrapped by the DATA_KEY ${parsed(dataKey).mark}`);
    expect(refused.err).toContain('the old one as DATA_KEY_FORMER');
  });

  it('--export and --import bring a lost store back, without those who were erased', async () => {
    const store = await open();
    const key = await store.keyFor('rina');
    await store.keyFor('karim');
    await store.erase('amal');
    const file = join(dir, `keys-${turn}.json.gz`);
    const written = await run(['--export', file]);
    expect(written).toMatchObject({ code: 0, err: '' });
    expect(written.out).toContain('3 wrapped keys and secrets, 1 markers of the erased');
    expect(written.out).toMatch(/destroy it by \d{4}-\d{2}-\d{2}/);
    expect((await stat(file)).mode & 0o077).toBe(0);
    expect((await run(['--export', file])).err).toContain('Give another name.');

    await store.erase('karim');
    expect((await run(['--import', file, '--yes'])).out).toContain(
      'Restored 0 keys; were there already: 2; left out, because the person was erased: 1.',
    );
    expect(await (await open()).find('karim')).toBe('erased');

    await rm(keysIn(dataDir), { recursive: true });
    expect((await run(['--rotate'])).err).toContain('There is no key store in');
    expect((await run(['--import', file])).out).toContain('Nothing was changed. Add --yes to do it.');
    const log = await openOrderLog({ url: redis.url });
    const cursor = redisKeys.follower('customers');
    await log.redis.run((connection) => connection.hSet(cursor, 'seq', '1'));
    expect(await run(['--import', file, '--yes'])).toMatchObject({ code: 0 });
    // Whoever's key was lost was left out of the index of customers: it is made anew.
    expect(await log.redis.run((connection) => connection.exists(cursor))).toBe(0);
    await log.close();
    const restored = await open();
    expect(await restored.find('rina')).toEqual(key);
    expect(await restored.find('amal')).toBe('erased');
  });

  it('--import refuses another DATA_KEY, a cut file and a backup of the shop, and restores nothing', async () => {
    await (await open()).keyFor('rina');
    const file = join(dir, `keys-${turn}.json.gz`);
    await run(['--export', file]);
    await rm(keysIn(dataDir), { recursive: true });
    const other = await run(['--import', file, '--yes'], { DATA_KEY: newKey() });
    expect(other.code).toBe(1);
    expect(other.err).toContain(`wrapped by the DATA_KEY ${parsed(dataKey).mark}`);
    expect(other.err).toContain('Set the DATA_KEY that the shop had');
    await writeFile(file, (await readFile(file)).subarray(0, -20));
    expect((await run(['--import', file, '--yes'])).err).toContain('is not a complete backup of keys');
    await expect(stat(keysIn(dataDir))).rejects.toThrow();
  });

  it('does one thing at a time', async () => {
    expect((await run(['--rotate', '--export', 'x'])).err).toContain('cannot be used with');
    await open();
    expect((await run([])).err).toContain('Say what to do: --export <file>');
  });
});
