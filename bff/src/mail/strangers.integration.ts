import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { UnsentNotices } from '../contracts/notices.ts';
import { showNumber } from '../contracts/order-number.ts';
import type { TestPerson } from '../testing/running-shop.ts';
import { openRecords } from '../testing/shop-records.ts';
import { MailingShop } from './testing/mailing-shop.ts';

const patience = { timeout: 60_000 };
const origin = { actor: 'system:test', correlationId: 'test' };

const mailing = await MailingShop.start();
const records = await openRecords(mailing.shop);
afterAll(async () => {
  await records.close();
  await mailing.stop();
});
beforeEach(() => mailing.newPerson());

const signedIn = ({ uid, email }: TestPerson, emailVerified: boolean) =>
  records.users.signedIn({ uid, email, emailVerified, name: '', signedInAt: 0 });
const lettersAbout = async (word: string) =>
  (await mailing.inbox.letters()).filter(({ subject }) => subject.includes(word));
const waiting = async () =>
  (await mailing.shop.json<UnsentNotices>('get', '/notices/failed', { as: await mailing.shop.admin() })).body
    .waiting;

describe('letters', () => {
  it('that a tool is back go to proven addresses alone, and once a day however often it comes back', async () => {
    const name = `Rare ${randomUUID()}`;
    const toolId = await mailing.shop.newTool({ name });
    const [owner, stranger] = [mailing.person, await mailing.shop.person(`${randomUUID()}@example.com`)];
    await signedIn(owner, true);
    await signedIn(stranger, false);
    const stock = (set: number) => records.log.setStock({ toolId, set, ...origin });
    const position = async () =>
      Number(await records.log.redis.run((c) => c.hGet('{o}:follow:notices', 'seq')));
    for (let round = 0; round < 4; round += 1) {
      await stock(0);
      for (const as of [stranger, owner]) await mailing.shop.json('post', `/tools/${toolId}/waiting`, { as });
      await stock(9);
      const { seq } = await records.log.head();
      await expect.poll(position, patience).toBeGreaterThanOrEqual(seq);
    }
    await expect.poll(waiting, patience).toBe(0);
    expect((await lettersAbout(name)).map(({ to }) => to)).toEqual([owner.email]);
  });

  it('of one kind about one order go out once a day; the next waits until the day is over', async () => {
    const { _id, number } = await mailing.paid();
    const as = mailing.person;
    for (let corrections = 0; corrections < 2; corrections += 1) {
      const body = { name: 'Rahim', address: `${corrections} Road`, city: 'Dhaka', zip: '1', corrections };
      expect((await mailing.shop.json('patch', `/orders/${_id}/delivery`, { as, body })).status).toBe(200);
    }
    const name = `order ${showNumber(number)}`;
    const both = [`Receipt for your ${name}`, `The delivery address of your ${name} was changed`];
    const sorted = async () => (await mailing.subjects()).toSorted();
    await expect.poll(sorted, patience).toEqual(both);
    await expect.poll(waiting, patience).toBe(1);
    await mailing.letTimePass();
    await expect.poll(waiting, patience).toBe(1);
    expect(await sorted()).toEqual(both);
  });

  it('confirm an order to a proven address alone', async () => {
    const before = await waiting();
    const [owner, stranger] = [mailing.person, await mailing.shop.person(`${randomUUID()}@example.com`)];
    await signedIn(owner, true);
    await signedIn(stranger, false);
    mailing.person = stranger;
    await mailing.placed();
    mailing.person = owner;
    const { number } = await mailing.placed();
    await expect.poll(mailing.subjects, patience).toEqual([`We’ve got your order ${showNumber(number)}`]);
    await expect.poll(waiting, patience).toBe(before);
    mailing.person = stranger;
    expect(await mailing.subjects()).toEqual([]);
  });

  it('to a stranger are one reminder a day, whatever was ordered in their name', async () => {
    mailing.person = await mailing.shop.person(`${randomUUID()}@example.com`);
    for (const _ of [1, 2, 3]) await mailing.placed();
    await expect
      .poll(() => mailing.letTimePass().then(mailing.subjects), patience)
      .toEqual([expect.stringContaining('is waiting for payment')]);
    await expect.poll(() => mailing.letTimePass().then(waiting), patience).toBe(0);
    expect(await mailing.subjects()).toHaveLength(1);
  });

  it('know no address as proven because its account has proven another one since', async () => {
    mailing.person = await mailing.shop.person(`${randomUUID()}@example.com`);
    const { uid, email } = mailing.person;
    await signedIn(mailing.person, false);
    const { _id } = await mailing.placed();
    await signedIn({ uid, email: `${randomUUID()}@example.com`, token: '' }, true);
    const body = { name: 'Pills', address: 'evil.example', city: 'x', zip: '1', corrections: 0 };
    await mailing.shop.json('patch', `/orders/${_id}/delivery`, { as: mailing.person, body });
    await expect
      .poll(() => mailing.letTimePass().then(mailing.subjects), patience)
      .toEqual([expect.stringContaining('is waiting for payment')]);
    await expect.poll(waiting, patience).toBe(0);
    const [letter] = await mailing.letters();
    expect(letter?.to).toBe(email);
    expect(letter?.text).toContain('Hello,');
  });
});
