import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { startRedis } from '@karigar/events/testing';
import { destination, pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import type { Order } from '../contracts/order.ts';
import type { PersonalFile, Review } from '../contracts/people.ts';
import { pendingErasures } from '../erasure/pending-erasures.ts';
import { AuthEmulator } from '../testing/auth-emulator.ts';
import { RunningShop, type TestPerson } from '../testing/running-shop.ts';
import { openRecords } from '../testing/shop-records.ts';
import { findTraces } from './testing/find-traces.ts';
import { type OperatorRun, runOperator } from './testing/run-operator.ts';

/** Words that stand nowhere else. */
const words = {
  name: 'Zyxwalda Quörndun',
  email: 'zyxwalda.quorndun@traces.test',
  address: '47 Vermilqua "Lane" ভার্মিল',
  phone: '+880 99 7301-5566',
};
const sought = Object.fromEntries(Object.entries(words).map(([what, text]) => [what, [text]]));
const origin = { actor: 'system:test', correlationId: 'test' };

const at = (...names: string[]) => join(dataDir, ...names);

const run = (args: readonly string[], changed: Record<string, string> = {}): Promise<OperatorRun> =>
  runOperator(args, {
    DATA_DIR: shop.dataDir,
    REDIS_URL: shop.redis.url,
    ...changed,
  });

/** A server looks each minute for an erasure that it is asked for. */
const aRound = { timeout: 150_000 };

/** Signs somebody up and in. */
async function newcomer(email: string, name: string): Promise<TestPerson> {
  const idToken = await emulator.idToken(email, { verified: true, name });
  const headers = { Authorization: `Bearer ${idToken}` };
  const { body } = await shop.json<{ token: string }>('put', `/user/${email}`, { body: { email }, headers });
  const as = { uid: '', email, token: body.token };
  return { ...as, uid: (await shop.json<PersonalFile>('get', '/me/data', { as })).body.account.uid };
}

const emulator = await AuthEmulator.start();
const dataDir = await mkdtemp(join(tmpdir(), 'karigar-erase-'));
await mkdir(at('logs'));
const logger = pino({ level: 'trace' }, destination({ dest: at('logs', 'server.log'), sync: true }));
const shared = { redis: await startRedis(), dataDir };
const shop = await RunningShop.start({ FIREBASE_AUTH_EMULATOR_HOST: emulator.host }, shared, logger);
const records = await openRecords(shop);
const toolId = await shop.newTool();
const person = await newcomer(words.email, words.name);
const place = async (as: TestPerson, address: string) =>
  (await shop.place(as, toolId, { name: words.name, address })).body.insertedId;
const shipped = await place(person, words.address);
await records.log.pay({ orderId: shipped, transactionId: 'pi_traces', ...origin });
await records.log.ship({ orderId: shipped, ...origin });
await place(person, words.address);
const profile = { phone: words.phone, education: 'Carpenter', country: 'Bangladesh', name: words.name };
await shop.json('put', `/userinfo/${person.email}`, { as: person, body: profile });
await shop.json('post', '/reviews', { as: person, body: { reviews: `${words.name} was here`, rating: 4 } });
// A refusal and a failed request of theirs are in the log of the server, too.
await shop.call('get', `/orders/${person.email}`);
await shop.call('get', '/orders/order/none', { as: person });
expect((await run(['export', at('before')])).code).toBe(0);
afterAll(async () => {
  await records.close();
  await shop.stop();
  await emulator.empty();
  await rm(dataDir, { recursive: true, force: true });
});

describe('erase', () => {
  it('says what it would do, and changes nothing', async () => {
    const { code, out } = await run(['erase', person.uid, '--why', 'asked']);
    expect(code).toBe(1);
    expect(out).toContain('1 unpaid: will be deleted');
    expect(out).toContain('1 shipped or refunded: stay in the figures');
    expect(out).toContain('reviews   the stars stay');
    expect(out).toContain('Nothing was changed. Add --yes to do it.');
    for (const text of Object.values(words)) expect(out).not.toContain(text);
    expect((await shop.json('get', `/orders/order/${shipped}`, { as: person })).status).toBe(200);
  });

  it('refuses what is no reason, and an account that nobody has', async () => {
    const refused = async (args: readonly string[]) => {
      const { code, err } = await run(['erase', ...args, '--yes']);
      expect(code).toBe(1);
      return err;
    };
    expect(await refused([person.uid])).toContain("required option '--why <word>'");
    expect(await refused([person.uid, '--why', `${words.name} wrote`])).toContain('asked, guardian');
    expect(await refused(['nobody', '--why', 'asked'])).toContain(
      'No person of this shop has the account nobody',
    );
    expect(await refused(['--why', 'asked'])).toContain("missing required argument 'uid'");
  });

  it('names the orders that have to be shipped first', async () => {
    const other = await newcomer('other@traces.test', 'Somebody Else');
    const { insertedId } = (await shop.place(other, await shop.newTool())).body;
    await records.log.pay({ orderId: insertedId, transactionId: 'pi_other', ...origin });
    const looked = await run(['erase', other.uid, '--why', 'asked']);
    expect([looked.code, looked.out]).toEqual([1, expect.stringContaining(`Ship first: ${insertedId}`)]);
    expect(looked.out).not.toContain('Add --yes');
    const done = await run(['erase', other.uid, '--why', 'asked', '--yes']);
    expect([done.code, done.out]).toEqual([1, expect.stringContaining('1 paid and not shipped: stop it')]);
    expect(await pendingErasures(records.log.redis).find(other.uid)).toBe(null);
    expect((await shop.json('get', '/me/data', { as: other })).status).toBe(200);
  });

  it('takes along the accounts that had the proven address before, and looks at their orders, too', async () => {
    const email = 'same@traces.test';
    const before = await newcomer(email, 'Somebody Twice');
    const { insertedId } = (await shop.place(before, await shop.newTool())).body;
    await records.log.pay({ orderId: insertedId, transactionId: 'pi_before', ...origin });
    await emulator.free(email);
    const now = await newcomer(email, 'Somebody Twice');
    const looked = await run(['erase', now.uid, '--why', 'asked']);
    expect(looked.out).toContain(`person    ${now.uid}, ${before.uid}: accounts`);
    expect(looked.out).toContain(`Ship first: ${insertedId}`);
  });

  it('tells of an erasure that waits already, and leaves it as it is', async () => {
    const other = await newcomer('waiting@traces.test', 'Somebody Waiting');
    await shop.json('post', '/reviews', { as: other, body: { reviews: 'Good', rating: 5 } });
    const pending = pendingErasures(records.log.redis);
    const waiting = {
      ...{ askedAt: Date.now(), dueAt: Date.UTC(2099, 0, 1) },
      ...{ by: `user:${other.uid}`, accounts: [other.uid] },
    };
    await pending.put(other.uid, waiting);
    const again = await run(['erase', other.uid, '--why', 'asked', '--yes']);
    expect(again).toMatchObject({ code: 0, err: '' });
    expect(again.out).toContain('has an erasure already, which is due 2099-01-01T00:00:00.000Z');
    expect(await pending.find(other.uid)).toEqual(waiting);
  });

  it('erases for good, also somebody whose key is lost: nothing of the person is found in anything that the shop keeps or has ever exported', async () => {
    const lost = await newcomer('lost@traces.test', 'Lost Person');
    await shop.json('post', '/reviews', { as: lost, body: { reviews: 'Fine', rating: 3 } });
    const file = createHash('sha256').update(lost.uid).digest('hex');
    await rm(at('keys', 'person', file.slice(0, 2), file));
    expect(await run(['erase', lost.uid, '--why', 'asked', '--yes'])).toMatchObject({ code: 0 });
    const { code, out } = await run(['erase', person.uid, '--why', 'asked', '--yes', '--who', 'Rina']);
    expect([code, out]).toEqual([0, expect.stringContaining('The servers are asked to do it.')]);
    await expect
      .poll(async () => (await shop.json('get', '/me/data', { as: person })).body.code, aRound)
      .toBe('PERSON_ERASED');
    const { all } = pendingErasures(records.log.redis);
    const asked = async () => (await all()).map(([uid]) => uid);
    await expect.poll(asked, aRound).not.toEqual(expect.arrayContaining([person.uid]));
    await expect.poll(asked, aRound).not.toEqual(expect.arrayContaining([lost.uid]));
    const stars = (await shop.json<Review[]>('get', '/reviews')).body.filter(({ rating }) => rating === 3);
    expect(stars).toMatchObject([{ name: 'A customer', reviews: '' }]);
    expect((await run(['notes', '--kind', 'erase', '--json'])).out).toContain(person.uid);
    expect((await run(['verify'])).code).toBe(0);
    expect((await run(['export', at('after')])).code).toBe(0);
    expect(await findTraces(shop.redis, [dataDir], sought)).toEqual([]);
    // The search reads what it says: the log of the server is there, and the old export holds the order.
    expect(await readFile(at('logs', 'server.log'), 'utf8')).toContain('"route":"/orders/:email"');
    const exported = await readdir(at('before'), { recursive: true });
    const segment = exported.find((name) => name.includes('/log/') && name.endsWith('.gz')) ?? '';
    expect(gunzipSync(await readFile(at('before', segment))).toString()).toContain(shipped);
  });

  it('is not undone by an old backup: the key store remembers it', async () => {
    const redis = await startRedis();
    const variables = { REDIS_URL: redis.url };
    const imported = await run(['import', at('before'), '--yes'], variables);
    expect(imported.code).toBe(0);
    const verified = await run(['verify'], variables);
    expect(verified.code).toBe(1);
    expect(verified.out).toContain(`${person.uid}: is erased, but not in this log`);
    const restored = await RunningShop.start(
      { FIREBASE_AUTH_EMULATOR_HOST: emulator.host },
      { redis, dataDir: shop.dataDir },
    );
    // Nobody is served before the start knows who is erased.
    const gone = { status: 401, body: { code: 'PERSON_ERASED' } };
    expect(await restored.json('get', '/me/data', { as: person })).toMatchObject(gone);
    const admin = await restored.admin();
    const list = async () => (await restored.json<Order[]>('get', '/orders', { as: admin })).body;
    await expect
      .poll(async () => (await list()).filter(({ name }) => name === 'Erased customer'))
      .toMatchObject([{ _id: shipped, address: '', email: '' }]);
    const reviews = (await restored.json<Review[]>('get', '/reviews')).body;
    expect(reviews).toMatchObject([{ name: 'A customer', reviews: '', rating: 4 }]);
    const other = await openRecords(restored);
    await expect.poll(() => other.log.erasedPersons()).toContain(person.uid);
    await expect
      .poll(() => other.log.redis.run((one) => one.exists([`{o}:profile:${person.uid}`, '{o}:erasures'])))
      .toBe(0);
    expect(await run(['verify'], variables)).toMatchObject({ code: 0 });
    await other.close();
    await restored.stop();
  });
});
