import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Notifications } from '../contracts/notices.ts';
import type { PersonalFile } from '../contracts/people.ts';
import type { ShopConfig } from '../contracts/shop.ts';
import { RunningShop, type TestPerson } from '../testing/running-shop.ts';
import { openRecords } from '../testing/shop-records.ts';
import { mostDevices } from './device-records.ts';
import { newBrowser } from './testing/browser.ts';
import { startPushService } from './testing/push-service.ts';

let people = 0;
const patience = { timeout: 60_000 };
const origin = { actor: 'system:test', correlationId: 'test' };

const service = await startPushService();
const shop = await RunningShop.start({ SHOP_URL: 'https://shop.example', PUSH_HOSTS: service.host });
const records = await openRecords(shop);
const toolId = await shop.newTool({ availableQuantity: 1_000 });
beforeEach(() => {
  service.answers.length = 0;
});
afterAll(async () => {
  await records.close();
  await shop.stop();
  await service.stop();
});

const somebody = () => shop.person(`push-${++people}@push.test`);
let browsers = 0;
const aBrowser = () => newBrowser(`${service.url}/send/${++browsers}`);
const add = (as: TestPerson, { subscription }: ReturnType<typeof aBrowser>, name = 'Chrome on Android') =>
  shop.json<{ _id: string }>('post', '/me/devices', { as, body: { ...subscription, name } });
const settings = async (as: TestPerson) =>
  (await shop.json<Notifications>('get', '/me/notifications', { as })).body;
const place = async (as: TestPerson) => (await shop.place(as, toolId)).body.insertedId;
const pay = (orderId: string) => records.log.pay({ orderId, transactionId: `pi_${orderId}`, ...origin });
const takenBy = (browser: ReturnType<typeof aBrowser>) =>
  service.taken.filter(({ path }) => browser.subscription.endpoint.endsWith(path));
const readBy = (browser: ReturnType<typeof aBrowser>) =>
  takenBy(browser).map(
    ({ body }) =>
      JSON.parse(browser.read(body)) as {
        notification: { title: string; navigate: string; tag: string };
        app_badge: number;
      },
  );
const kindsOf = (browser: ReturnType<typeof aBrowser>) =>
  readBy(browser).map(({ notification }) => notification.tag.split('.')[1]);

describe('a push', () => {
  it('reaches the browsers of the customer when their order is paid, encrypted and without anything personal', async () => {
    const person = await somebody();
    const [phone, laptop, strange] = [aBrowser(), aBrowser(), aBrowser()];
    await Promise.all([add(person, phone), add(person, laptop), add(await somebody(), strange)]);
    await place(person);
    const id = await place(person);
    await pay(id);
    await expect.poll(() => [...takenBy(phone), ...takenBy(laptop)].length, patience).toBe(2);
    const order = await records.log.order(id);
    const number = order !== null && 'number' in order ? `K-${order.number}` : '';
    expect(readBy(phone)).toMatchObject([
      {
        notification: {
          title: `Your order ${number} is paid`,
          navigate: `https://shop.example/dashboard/orders/${number}`,
        },
        app_badge: 1,
      },
    ]);
    const { publicKey } = (await shop.json<ShopConfig>('get', '/config')).body.push;
    const [push] = takenBy(phone);
    expect(push?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '259200',
      urgency: 'normal',
      authorization: expect.stringContaining(`k=${publicKey}`) as string,
    });
    const text = phone.read(push?.body ?? Buffer.alloc(0));
    for (const word of [person.email, person.uid, 'Rahim', 'Test Road', id]) expect(text).not.toContain(word);
    expect(() => strange.read(push?.body ?? Buffer.alloc(0))).toThrow();
    expect(takenBy(strange)).toEqual([]);
  });

  it('comes for the kinds that its person has not switched off', async () => {
    const person = await somebody();
    const phone = aBrowser();
    await add(person, phone);
    const off = { kinds: [{ kind: 'paid', on: false }] };
    const { body } = await shop.json<Notifications>('put', '/me/notifications', { as: person, body: off });
    expect(body.kinds.filter(({ on }) => !on).map(({ kind }) => kind)).toEqual(['paid']);
    const id = await place(person);
    await pay(id);
    await records.log.ship({ orderId: id, ...origin });
    await expect.poll(() => kindsOf(phone), patience).toEqual(['shipped']);
  });

  it('tells admins and packers who ask for it of orders to ship, as long as they are that', async () => {
    const email = 'packer@push.test';
    const [admin, packer] = [await shop.admin(), await shop.person(email, { verified: true })];
    const role = (method: 'put' | 'delete') =>
      shop.json(method, `/user/${email}/roles/packer`, { as: admin });
    const asking = (as: TestPerson, on: boolean) =>
      shop.json('put', '/me/notifications', { as, body: { kinds: [{ kind: 'to-ship', on }] } });
    for (const person of [admin, packer])
      await records.users.signedIn({ ...person, emailVerified: true, name: '', signedInAt: 0 });
    await role('put');
    const [office, desk] = [aBrowser(), aBrowser()];
    await add(admin, office);
    await add(packer, desk);
    for (const person of [admin, packer]) expect((await asking(person, true)).status).toBe(200);
    await pay(await place(await somebody()));
    for (const browser of [office, desk])
      await expect.poll(() => kindsOf(browser), patience).toEqual(['to-ship']);
    expect(readBy(desk)[0]?.notification.navigate).toMatch(
      /^https:\/\/shop\.example\/dashboard\/orders\/K-\d+$/,
    );
    await asking(admin, false);
    await role('delete');
    // Of the own order the packer hears as a customer only.
    await pay(await place(packer));
    await expect.poll(() => kindsOf(desk), patience).toEqual(['to-ship', 'paid']);
    expect((await settings(packer)).kinds.map(({ kind }) => kind)).not.toContain('to-ship');
  });

  it('comes to whoever has proven the address since, and not to the account that had it before', async () => {
    const email = 'moved@push.test';
    const [former, now] = [
      await shop.person(email, { uid: 'former' }),
      await shop.person(email, { uid: 'now' }),
    ];
    const signIn = (uid: string) =>
      records.users.signedIn({ uid, email, emailVerified: true, name: '', signedInAt: 0 });
    const [old, own] = [aBrowser(), aBrowser()];
    await signIn('former');
    await add(former, old);
    const id = await place(former);
    await signIn('now');
    await add(now, own);
    await pay(id);
    await expect.poll(() => kindsOf(own), patience).toEqual(['paid']);
    expect(takenBy(old)).toEqual([]);
  });

  it('is forgotten with a subscription that is gone, and comes again after a pause while the service is busy', async () => {
    const person = await somebody();
    const [phone, old] = [aBrowser(), aBrowser()];
    await add(person, old);
    service.answers.push({ status: 410 });
    await pay(await place(person));
    await expect.poll(async () => (await settings(person)).devices, patience).toEqual([]);
    await add(person, phone);
    service.answers.push({ status: 429, headers: { 'retry-after': '3600' } });
    await pay(await place(person));
    await expect.poll(() => takenBy(phone).length, patience).toBe(1);
    const due = async () =>
      (await records.log.redis.run((c) => c.zRangeWithScores('{o}:follow:jobs:push:delayed', 0, -1)))
        .filter(({ value }) => value.includes('.paid.'))
        // BullMQ counts in parts of a millisecond, so that jobs of one moment keep their order.
        .map(({ score }) => Math.round((score / 0x1000 - Date.now()) / 60_000));
    await expect.poll(due, patience).toEqual([60]);
    expect(takenBy(old)).toHaveLength(1);
  });
});

describe('the devices of a person', () => {
  it('are listed without their addresses, removed one by one, and stand in the file of the person', async () => {
    const person = await somebody();
    const browser = aBrowser();
    const { status, body } = await add(person, browser, ' Firefox on Linux ');
    expect(status).toBe(201);
    expect((await add(person, browser, 'Firefox on Linux')).body).toEqual(body);
    const { devices } = await settings(person);
    expect(devices).toMatchObject([{ _id: body._id, name: 'Firefox on Linux' }]);
    const file = (await shop.json<PersonalFile>('get', '/me/data', { as: person })).body;
    expect(file.devices).toEqual(devices);
    const stored = await records.log.redis.run((c) => c.hGetAll(`{o}:record:devices:${person.uid}`));
    expect(JSON.stringify(stored)).not.toContain(service.url);
    const remove = async (as: TestPerson) =>
      (await shop.json('delete', `/me/devices/${body._id}`, { as })).body.deletedCount;
    expect(await remove(await somebody())).toBe(0);
    expect(await remove(person)).toBe(1);
    expect((await settings(person)).devices).toEqual([]);
  });

  it('go along with whoever signs in on them', async () => {
    const [one, other] = [await somebody(), await somebody()];
    const shared = aBrowser();
    await add(one, shared);
    await add(other, shared);
    expect((await settings(one)).devices).toEqual([]);
    expect((await settings(other)).devices).toHaveLength(1);
    await pay(await place(one));
    await pay(await place(other));
    await expect.poll(() => kindsOf(shared), patience).toEqual(['paid']);
  });

  it(`are ${mostDevices} at most: the oldest gives way`, async () => {
    const person = await somebody();
    const ids: string[] = [];
    for (let at = 0; at <= mostDevices; at += 1) ids.push((await add(person, aBrowser())).body._id);
    const kept = (await settings(person)).devices.map(({ _id }) => _id);
    expect(kept.toSorted()).toEqual(ids.slice(1).toSorted());
  });

  it.each([
    ['an address that is no push service', { endpoint: 'https://169.254.169.254/latest' }],
    ['another service of this machine', { endpoint: 'http://127.0.0.1:6379/send/x' }],
    ['a key that is no point of the curve', { keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } }],
    ['a secret that is too short', { keys: { p256dh: aKey(), auth: 'AAAA' } }],
  ])('are refused with %s', async (_, change) => {
    const body = { ...aBrowser().subscription, name: 'A phone', ...change };
    const answer = await shop.json('post', '/me/devices', { as: await somebody(), body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID' } });
  });
});

function aKey(): string {
  return newBrowser('').subscription.keys.p256dh;
}
