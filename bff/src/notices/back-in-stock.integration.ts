import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Waiting } from '../contracts/notices.ts';
import { TestInbox } from '../mail/testing/test-inbox.ts';
import { newBrowser } from '../push/testing/browser.ts';
import { startPushService } from '../push/testing/push-service.ts';
import { RunningShop, type TestPerson } from '../testing/running-shop.ts';
import { openRecords } from '../testing/shop-records.ts';
import { waitingRecords } from './waiting-records.ts';

let toolId: string;
let person: TestPerson;
let phone: ReturnType<typeof newBrowser>;
let people = 0;
const patience = { timeout: 60_000 };
const origin = { actor: 'system:test', correlationId: 'test' };

const service = await startPushService();
const inbox = await TestInbox.start();
const shop = await RunningShop.start({ PUSH_HOSTS: service.host, SMTP_URL: inbox.smtpUrl });
const records = await openRecords(shop);
await waitingRecords(records.log.redis).put('tool_unknown', 'uid-of-nobody');
beforeEach(async () => {
  person = await shop.person(`waiting-${++people}@push.test`, { verified: true });
  phone = newBrowser(`${service.url}/send/${people}`);
  await shop.json('post', '/me/devices', { as: person, body: { ...phone.subscription, name: 'A phone' } });
  toolId = await shop.newTool({ name: `Plane ${people}`, availableQuantity: 2 });
});
afterAll(async () => {
  await records.close();
  await shop.stop();
  await Promise.all([service.stop(), inbox.stop()]);
});

const ask = async (method: 'get' | 'post' | 'delete', as = person, id = toolId) =>
  (await shop.json<Waiting>(method, `/tools/${id}/waiting`, { as })).body.waiting;
const stock = (set: number) => records.log.setStock({ toolId, set, ...origin });
const told = () =>
  service.taken
    .filter(({ path }) => phone.subscription.endpoint.endsWith(path))
    .map(({ body }) => JSON.parse(phone.read(body)) as { notification: { title: string; data: object } })
    .map(({ notification }) => notification.title)
    .filter((title) => title.startsWith('Plane'));
const letters = async () =>
  (await inbox.letters())
    .filter(({ to, subject }) => to.includes(person.email) && subject.startsWith('Plane'))
    .map(({ subject }) => subject);
const back = () => [`Plane ${people} is back in stock`];
const rounds = async () =>
  Number(
    /karigar_chores_total{chore="back-in-stock",result="done"} (\d+)/.exec(
      await (await fetch(`${shop.shop.url}/metrics`)).text(),
    )?.[1] ?? 0,
  );
/** Lets a whole round pass: the wait for an unknown tool keeps the rounds coming. */
async function settled(): Promise<void> {
  const before = await rounds();
  await expect.poll(rounds, patience).toBeGreaterThan(before + 1);
}

describe('whoever waits for a sold-out tool', () => {
  it('is told once when its smallest order is possible again', async () => {
    await stock(0);
    expect(await ask('get')).toBe(false);
    expect(await ask('post')).toBe(true);
    expect(await ask('post')).toBe(true);
    expect(await ask('get')).toBe(true);
    await stock(1);
    await settled();
    expect(await ask('get')).toBe(true);
    await stock(2);
    await expect.poll(told, patience).toEqual(back());
    expect(await ask('get')).toBe(false);
    await stock(0);
    await stock(50);
    await settled();
    expect(told()).toEqual(back());
  });

  it('hears of pieces that a deleted or refunded order gives back', async () => {
    const { insertedId } = (await shop.place(person, toolId)).body;
    expect(await ask('post')).toBe(true);
    await records.log.remove({ orderId: insertedId, reason: 'customer', expectedIntent: null, ...origin });
    await expect.poll(told, patience).toEqual(back());
    const [first] = back();
    toolId = await shop.newTool({ name: 'Plane of another', availableQuantity: 2 });
    const { insertedId: paid } = (await shop.place(person, toolId)).body;
    await records.log.pay({ orderId: paid, transactionId: 'pi_back', ...origin });
    expect(await ask('post')).toBe(true);
    // $24, in cents.
    const amount = 2_400;
    const asked = { type: 'request-refund', reason: 'customer', restock: true } as const;
    const refunded = { type: 'record-refund', refundId: 're_back', amount, by: 'shop' } as const;
    for (const step of [asked, refunded]) await records.log.afterPayment(paid, step, origin);
    await expect.poll(told, patience).toEqual([first, 'Plane of another is back in stock']);
  });

  it('is told once, by email and on their devices, that the shop does not sell it any more', async () => {
    const { uid, email } = person;
    await records.users.signedIn({ uid, email, emailVerified: true, name: '', signedInAt: 0 });
    await stock(0);
    expect(await ask('post')).toBe(true);
    await shop.json('delete', `/tools/${toolId}`, { as: await shop.admin() });
    const gone = [`Plane ${people} is no longer available`];
    await expect.poll(told, patience).toEqual(gone);
    await expect.poll(letters, patience).toEqual(gone);
    expect(await waitingRecords(records.log.redis).forTool(toolId)).toEqual([]);
    await settled();
    expect(told()).toEqual(gone);
  });

  it('may take it back, and is told at once where the tool is there', async () => {
    expect(await ask('post')).toBe(false);
    await stock(0);
    await ask('post');
    expect(await ask('delete')).toBe(false);
    await stock(9);
    await settled();
    expect(told()).toEqual([]);
  });

  it('waits for fifty tools at most', async () => {
    const waiting = waitingRecords(records.log.redis);
    for (let at = 0; at < 50; at += 1) expect(await waiting.put(`tool_${at}`, person.uid)).toBe(true);
    await stock(0);
    expect(await shop.json('post', `/tools/${toolId}/waiting`, { as: person })).toMatchObject({
      status: 409,
      body: { code: 'TOO_MANY_WAITING' },
    });
    expect(await waiting.put('tool_7', person.uid)).toBe(true);
    await waiting.forget(person.uid);
    expect(await waiting.of([person.uid])).toEqual([]);
    expect(await waiting.forTool('tool_7')).toEqual([]);
  });
});
