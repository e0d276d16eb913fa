import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { redisKeys } from '@karigar/events';
import { TestS3 } from '@karigar/events/s3-simulator';
import { startRedis } from '@karigar/events/testing';
import { afterAll, describe, expect, it } from 'vitest';
import type { OpsEntry } from '../ops.ts';
import { newPerson } from '../payments/testing/test-shop.ts';
import { openOperatorShop } from './testing/operator-shop.ts';
import { runOperatorProcess } from './testing/run-operator.ts';

const person = newPerson();
const origin = { actor: 'system:test', correlationId: 'test' };

const place = await openOperatorShop();
const { shop, empty, dir } = place;
const order = await shop.newOrder(await shop.newTool(100), person, 3);
const intent = await shop.open(order.id, person);
await shop.simulator.pay(intent);
await shop.claim(order.id, intent.id, person);
await shop.log.ship({ orderId: order.id, ...origin });
afterAll(place.stop);

const provider = { SIMULATOR_URL: shop.simulator.url, STRIPE_SECRET_KEY: shop.simulator.secretKey };
const run = (args: readonly string[], changed: Readonly<Record<string, string>> = {}) =>
  place.run(args, { ...provider, ...changed });
const notes = async (): Promise<OpsEntry[]> => (await run(['notes', '--json'])).json<OpsEntry[]>();

describe('looking', () => {
  it('tail shows the log and follows it until Ctrl-C', async () => {
    const { seq } = await shop.log.head();
    const stop = new AbortController();
    const variables = { DATA_DIR: dir, REDIS_URL: shop.redisUrl };
    let out = '';
    const following = runOperatorProcess(['tail', '--from', '0'], variables, stop.signal, (said) => {
      out = said;
    });
    await expect.poll(() => out.trim().split('\n').length, { timeout: 60_000 }).toBe(seq);
    expect(out).toContain(`order.shipped v3  ${order.id}`);
    stop.abort();
    expect((await following).code).toBe(0);
  });

  it('show tells one order, now and then', async () => {
    const now = await run(['show', order.id]);
    expect(now.out).toMatch(/^status +shipped$/m);
    expect(now.out).toContain('order.paid v2');
    const then = await run(['show', order.id, '--as-of', String(order.seqs[0]), '--json']);
    expect(then.json()).toMatchObject({ order: { status: 'unpaid', version: 1 } });
    const unknown = await run(['show', 'ord_none']);
    expect(unknown).toMatchObject({ code: 1, err: 'No order ord_none was ever in this shop.\n' });
  });

  it('stats adds up', async () => {
    expect((await run(['stats', '--json'])).json()).toMatchObject({ totals: { shipped: 1, revenue: 36 } });
    expect((await run(['stats'])).out).toContain('disk       append-only file of ');
  });
});

describe('checking and rebuilding', () => {
  it('verify, replay and the payment provider agree', async () => {
    const verified = await run(['verify', '--who', 'amal', '--why', 'routine']);
    expect(verified).toMatchObject({ code: 0, err: '' });
    expect(verified.out).toContain('No difference.');
    expect((await run(['payments'])).out).toContain('The payment provider agrees.');
    expect((await notes())[0]).toMatchObject({ kind: 'verify', who: 'ops:amal', why: 'routine' });
    expect((await run(['replay', order.id])).out).toContain('agrees with the log');
  });

  it('payments begins at a time, prints one JSON, and needs no key for the simulator', async () => {
    // As in the project's example of an environment: every variable is there, and empty.
    const compare = ['payments', '--from', '2020-01-01'];
    const compared = await run([...compare, '--json'], { STRIPE_SECRET_KEY: '' });
    expect(compared).toMatchObject({ code: 0, err: '' });
    expect(compared.json()).toMatchObject({ from: '2020-01-01T00:00:00.000Z', differences: [] });
  });

  it('verify of a release with another projection shows what it would store, and leaves no note', async () => {
    const { gen, seq } = await shop.log.head();
    const key = `{o}:g${gen}:order:${order.id}`;
    const text = await shop.log.redis.run((connection) => connection.get(key));
    // As a release could have stored it whose projection wrote the same order in other words.
    const other = (text ?? '').replace('"state":', '"state": ');
    const code = await shop.log.redis.run((connection) => connection.hGet(redisKeys.meta, 'code'));
    const store = (document: string, by: string) =>
      shop.log.redis.run(async (connection) => {
        await connection.set(key, document);
        await connection.hSet(redisKeys.meta, 'code', by);
      });
    await store(other, 'the-release-before');
    const before = await notes();
    const tried = await run(['verify', '--json']);
    expect(tried.code).toBe(1);
    expect(tried.json()).toMatchObject({
      ...{ seq, gen, count: 1, code: 'the-release-before', newCode: code },
      differences: [{ kind: 'order', subject: order.id }],
    });
    expect((await run(['verify'])).out).toContain('In use is projection the-release-before');
    expect(await notes()).toEqual(before);
    expect(await shop.log.head()).toMatchObject({ seq, gen });
    expect(await shop.log.redis.run((connection) => connection.get(key))).toBe(other);
    await store(text ?? '', code ?? '');
  });

  it('a wrong read model is found, and put right by a rebuild', async () => {
    const { gen } = await shop.log.head();
    const key = `{o}:g${gen}:order:${order.id}`;
    const change = async (connection: Parameters<Parameters<typeof shop.log.redis.run>[0]>[0]) =>
      connection.set(key, ((await connection.get(key)) ?? '').replace('"pi_', '"pi_Nowhere_'));
    await shop.log.redis.run(change);
    for (const args of [['verify'], ['replay', order.id]]) {
      const found = await run(args);
      expect(found.code).toBe(1);
      expect(found.out).toContain('Nowhere');
      expect(found.out).toContain('npm run orders -- rebuild');
    }
    const rebuilt = await run(['rebuild', '--json', '--why', 'damaged']);
    expect(rebuilt.json<{ gen: number }>().gen).toBeGreaterThan(gen);
    expect((await run(['verify'])).code).toBe(0);
    expect((await notes()).map(({ kind }) => kind)).toContain('rebuild');
  });
});

describe('an export', () => {
  it('carries the whole shop into an empty Redis, and nothing over a full one', async () => {
    const folder = join(dir, 'friday');
    const exported = await run(['export', folder, '--why', 'routine']);
    expect(exported).toMatchObject({ code: 0 });
    expect(exported.out).toContain('1 pictures');
    const again = await run(['export', folder, '--json']);
    const { hash } = again.json<{ hash: string }>();

    const target = { REDIS_URL: empty.url, DATA_DIR: join(dir, 'restored') };
    const asked = await run(['import', folder], target);
    expect(asked).toMatchObject({ code: 1 });
    expect(asked.out).toContain('Nothing was changed. Add --yes to do it.');
    const imported = await run(['import', folder, '--yes', '--who', 'amal'], target);
    expect(imported).toMatchObject({ code: 0, err: '' });
    expect(imported.out).toContain('Verified: no difference.');
    expect(imported.out).toContain(hash);
    expect(await readFile(join(dir, 'restored', 'images', 'a1b2-800.webp'))).toEqual(
      Buffer.from([1, 2, 3, 0, 255]),
    );
    expect((await run(['show', order.id], target)).out).toMatch(/^status +shipped$/m);
    expect((await run(['verify', '--against', folder], target)).code).toBe(0);

    const twice = await run(['import', folder, '--yes'], target);
    expect(twice).toMatchObject({ code: 1 });
    expect(twice.err).toContain('is not empty');
    expect((await run(['import', folder], target)).err).toContain('is not empty');
  });

  it('in a bucket is the same', async () => {
    const [s3, spare] = await Promise.all([TestS3.start(), startRedis()]);
    try {
      const { OBJECTS_URL: _, ...keys } = s3.environment('safe');
      const bucket = s3.address('safe');
      // The pictures are in a bucket too: the credentials are those of the servers.
      const objects = { ...keys, OBJECTS_URL: s3.address('own') };
      expect(await run(['export', bucket], objects)).toMatchObject({ code: 0, err: '' });
      const target = { ...objects, REDIS_URL: spare.url };
      expect(await run(['import', bucket, '--yes'], target)).toMatchObject({ code: 0, err: '' });
      expect((await run(['show', order.id], target)).code).toBe(0);
      const refused = await run(['export', bucket], { ...objects, OBJECTS_SECRET: 'another' });
      expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('check OBJECTS_KEY_ID') });
    } finally {
      await Promise.all([s3.stop(), spare.stop()]);
    }
  });

  it('whose folder holds no archive is refused before anything is written', async () => {
    const folder = join(dir, 'empty');
    await mkdir(folder);
    expect((await run(['import', folder, '--yes'])).err).toContain('no archive of a shop');
    expect((await run(['verify'])).code).toBe(0);
  });
});

describe('a command that cannot work', () => {
  it('says why and what to do', async () => {
    const nowhere = { REDIS_URL: '', DATA_DIR: join(dir, 'none') };
    expect((await run(['stats'], nowhere)).err).toContain('Start it with "npm start"');
    const away = await run(['stats'], { REDIS_URL: 'redis://127.0.0.1:1' });
    expect(away.code).toBe(1);
    expect(away.err).toContain('No Redis answers');
    expect((await run(['rebuild', '--speed', 'high'])).err).toContain('--help');
    expect((await run(['rebuild', '--help'])).out).toContain('npm run orders -- rebuild --why release');
  });

  it('has a process that says so with its exit code', async () => {
    const variables = { REDIS_URL: 'redis://127.0.0.1:1', DATA_DIR: dir };
    const [away, wrong, help] = await Promise.all(
      [['stats'], ['rebuild', '--speed', 'high'], ['rebuild', '--help']].map((args) =>
        runOperatorProcess(args, variables),
      ),
    );
    expect(away).toMatchObject({ code: 1, out: '', err: expect.stringContaining('No Redis answers') });
    expect(wrong).toMatchObject({ code: 1, out: '', err: expect.stringContaining('--help') });
    expect(help).toMatchObject({ code: 0, err: '', out: expect.stringContaining('--shop') });
  });
});
