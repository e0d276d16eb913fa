import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openScanConnection, rebuild, redisKeys } from '@karigar/events';
import { asFormerLog, formerReason, uniquePerson } from '@karigar/events/former-log';
import { startRedis } from '@karigar/events/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { writeFormerRecords } from '../sealing/testing/former-records.ts';
import { anOrder, RunningShop, type TestPerson } from '../testing/running-shop.ts';
import { type OperatorRun, runOperator } from './testing/run-operator.ts';

let shop: RunningShop;
let admin: TestPerson;
let customer: TestPerson;
let toolId: string;
let ordered: string;
let deleted: string;
let redis: Awaited<ReturnType<typeof openScanConnection>>;
const uid = 'uidofasma';
const { email, name, address, zip } = uniquePerson(uid);
const word = zip.replace('1207', '');

const operator = (...args: string[]): Promise<OperatorRun> =>
  runOperator(args, { REDIS_URL: shop.redis.url, DATA_DIR: shop.dataDir });
const place = () =>
  shop.json<{ insertedId: string }>('post', '/orders', {
    as: customer,
    body: anOrder(customer, toolId),
    headers: { 'Idempotency-Key': randomUUID() },
  });
/** An export of the shop as the older release left it. */
const backup = () => join(shop.dataDir, 'old.ndjson.gz');
const get = async <T>(path: string, as: TestPerson = admin) => (await shop.json<T>('get', path, { as })).body;

beforeAll(async () => {
  shop = await RunningShop.start();
  redis = await openScanConnection(shop.redis.url, 'test');
  admin = await shop.admin();
  customer = await shop.person(email.toLowerCase(), { uid, verified: true });
  toolId = await shop.newTool();
  ordered = (await place()).body.insertedId;
  deleted = (await place()).body.insertedId;
  expect((await shop.call('delete', `/orders/${deleted}`, { as: customer })).status).toBe(200);
  await asFormerLog(redis);
  await writeFormerRecords(redis, admin, customer);
  await rebuild(redis);
  expect(await operator('export', backup())).toMatchObject({ code: 0 });
});
afterAll(async () => {
  redis?.disconnect();
  await shop?.stop();
});

async function filesOfRedis(dir = shop.redis.dir): Promise<string> {
  const folder = join(dir, 'appendonlydir');
  const texts = (await readdir(folder)).map((file) => readFile(join(folder, file), 'latin1'));
  return (await Promise.all(texts)).join('\n').toLowerCase();
}
const holds = (text: string): boolean => text.toLowerCase().includes(word.toLowerCase());

describe('seal', () => {
  it('asks first, because the shop is closed meanwhile', async () => {
    const refused = await operator('seal');
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.err).toContain('Nobody can be asked here: add --yes');
    expect((await operator('seal', '--destroy-old', '--yes')).out).toContain('There was no old log');
    expect((await place()).status).toBe(201);
  });

  it('goes on with one that was cut off, until whose end a server answers 503 in words', async () => {
    const [gen, code] = await redis.hmget(redisKeys.meta, 'gen', 'code');
    await redis.hset(redisKeys.meta, { code: 'sealing', formerGen: String(gen), formerCode: String(code) });
    await redis.hdel(redisKeys.meta, 'gen');
    await expect.poll(async () => (await place()).status, { timeout: 30_000 }).toBe(503);
    const ready = await (await shop.call('get', '/readyz')).text();
    expect(ready).toContain('The log is being sealed');
    for (const command of ['stats', 'verify', 'rebuild'])
      expect((await operator(command)).err).toContain('npm run orders -- seal');
    const sealed = await operator('seal', '--yes', '--why', 'release');
    expect(sealed).toMatchObject({ code: 0, err: '' });
    expect(sealed.out).toMatch(
      /^Sealed \d+ events and the records of people in [\d.]+ s; the shop is open again/,
    );
    await expect.poll(async () => (await place()).status, { timeout: 30_000 }).toBe(201);
    expect(await operator('verify')).toMatchObject({ code: 0, err: '' });
    expect((await operator('notes', '--kind', 'seal')).out).toMatch(/ seal {2}ops:\S+ {2}release$/m);
  });

  it('shows everybody as before to those who may see them', async () => {
    const order = await get<{ name: string; address: string }>(`/orders/order/${ordered}`, customer);
    expect(order).toMatchObject({ name, address });
    const story = await get<{ type: string; data: object }[]>(`/orders/order/${deleted}/events`, customer);
    expect(story.at(-1)?.data).toEqual({ reason: 'other', note: formerReason(uid) });
    expect(await get(`/userinfo/${customer.email}`, customer)).toMatchObject({ name, phone: `${zip}99` });
    expect(await get('/reviews')).toMatchObject([{ name, reviews: `${name} likes it`, rating: 5 }]);
    const users = await get<{ email: string; role: string }[]>('/user');
    expect(users.map(({ email: listed, role }) => [listed, role]).toSorted()).toEqual(
      [
        ['amal@karigar.example', 'admin'],
        [admin.email, 'admin'],
        [customer.email, 'user'],
      ].toSorted(),
    );
    expect(await get('/audit')).toMatchObject([{ email: 'amal@karigar.example', subject: customer.email }]);
    expect((await operator('notes', '--kind', 'payment')).out).toContain(`${uid} has to be asked.`);
  });

  it('has nothing to do afterwards', async () => {
    expect((await operator('seal')).out).toBe('Nothing is to be done: nobody can be read in this shop.\n');
  });

  it('leaves nobody in the files of Redis when the old log is destroyed', async () => {
    expect(holds(await filesOfRedis())).toBe(true);
    expect((await operator('seal', '--destroy-old')).err).toContain('add --yes');
    const destroyed = await operator('seal', '--destroy-old', '--yes');
    expect(destroyed).toMatchObject({ code: 0, err: '' });
    expect(destroyed.out).toContain('The old log is destroyed, and the append-only file was written anew.');
    expect(holds(await filesOfRedis())).toBe(false);
    expect(holds((await redis.keys('*')).join('\n'))).toBe(false);
    expect(await operator('verify')).toMatchObject({ code: 0 });
  });
});

describe('import', () => {
  it('seals a backup in which people can be read, and keeps nothing of it that is not sealed', async () => {
    const spare = await startRedis();
    onTestFinished(() => spare.stop());
    const into = (args: string[], more: Record<string, string> = {}) =>
      runOperator(args, { REDIS_URL: spare.url, DATA_DIR: shop.dataDir, ...more });
    const imported = await into(['import', backup(), '--yes']);
    expect(imported).toMatchObject({ code: 0, err: '' });
    expect(imported.out).toContain('People can be read in this backup: its past is sealed now.');
    expect(imported.out).toContain('Verified: no difference.');
    expect(holds(await filesOfRedis(spare.dir))).toBe(false);
    expect((await into(['seal'])).out).toContain('Nothing is to be done');
    expect(await into(['verify', '--against', `${backup()}.manifest.json`])).toMatchObject({ code: 0 });
  });

  it('says what is missing where it cannot, and seal does it afterwards', async () => {
    const spare = await startRedis();
    onTestFinished(() => spare.stop());
    const elsewhere = { REDIS_URL: spare.url, DATA_DIR: join(shop.dataDir, 'elsewhere') };
    const production = { ...elsewhere, NODE_ENV: 'production' };
    const imported = await runOperator(['import', backup(), '--yes'], production);
    expect(imported.code).toBe(1);
    expect(imported.err).toContain(
      'The backup is restored whole, and people can be read in it. Set DATA_KEY',
    );
    const sealed = await runOperator(['seal', '--yes'], { ...elsewhere, DATA_DIR: shop.dataDir });
    expect(sealed).toMatchObject({ code: 0, err: '' });
  });
});
