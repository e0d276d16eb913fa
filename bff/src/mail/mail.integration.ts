import { pino } from 'pino';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { UnsentNotices } from '../contracts/notices.ts';
import { showNumber } from '../contracts/order-number.ts';
import { MailingShop } from './testing/mailing-shop.ts';

const patience = { timeout: 60_000 };
const lines: string[] = [];

const mailing = await MailingShop.start(pino({ level: 'debug' }, { write: (line) => lines.push(line) }));
const admin = await mailing.shop.admin();
afterAll(() => mailing.stop());
beforeEach(() => mailing.newPerson());

const asAdmin = (method: string, path: string, body?: unknown) =>
  mailing.shop.json(method, path, { as: admin, body });
const unsent = async () =>
  (await mailing.shop.json<UnsentNotices>('get', '/notices/failed', { as: admin })).body;

describe('letters', () => {
  it('reach the customer with the number, what was paid and the way to the order', async () => {
    const order = await mailing.paid();
    const number = showNumber(order.number);
    await expect.poll(mailing.subjects, patience).toEqual([`Receipt for your order ${number}`]);
    const [letter] = await mailing.letters();
    for (const said of [letter?.text, letter?.html])
      for (const word of [number, 'Claw Hammer', '$20', '$40', '1 Test Road', 'pi_', '2 days'])
        expect(said).toContain(word);
    expect(letter?.html).toContain(`href="https://shop.example/dashboard/orders/${order._id}"`);
    expect(letter?.from).toBe('Karigar <orders@karigar.example>');
    expect(letter?.to).toBe(`Rahim <${mailing.person.email}>`);
    expect(letter?.messageId).toMatch(/^\d+\.paid\.[\da-f]{16}@karigar\.example$/);
  });

  it('follow an order to its end', async () => {
    const { _id, number } = await mailing.paid();
    const name = `order ${showNumber(number)}`;
    const delivery = { name: 'Karim', address: '9 New Road', city: 'Khulna', zip: '9000', corrections: 0 };
    await asAdmin('patch', `/orders/${_id}/delivery`, delivery);
    await mailing.shop.json('post', `/orders/${_id}/cancellation`, {
      as: mailing.person,
      body: { reason: 'mistake' },
    });
    await asAdmin('delete', `/orders/${_id}/cancellation`);
    await asAdmin('put', `/order/${_id}`, { status: 'Shipped', carrier: 'Pathao' });
    await asAdmin('put', `/order/${_id}`, { status: 'Shipped', trackingNumber: 'P-1 & 2' });
    await asAdmin('post', `/orders/${_id}/refund`, { reason: 'damaged', restock: false });
    await expect
      .poll(async () => (await mailing.subjects()).toSorted(), patience)
      .toEqual([
        `Receipt for your ${name}`,
        `The delivery address of your ${name} was changed`,
        `Tracking for your ${name}`,
        `We got your request to cancel ${name}`,
        `Your ${name} cannot be cancelled`,
        `Your ${name} is on its way`,
        `Your ${name} was refunded`,
      ]);
    const letters = await mailing.letters();
    const about = (word: string) => letters.find(({ subject }) => subject.includes(word));
    expect(about('address')?.text).toContain('9 New Road');
    expect(about('Tracking')?.html).toContain('href="https://pathao.example/?id=P-1%20%26%202"');
  });

  it('carry what people type as text, and nothing of it into headers or markup', async () => {
    const name = '"Eve" <eve@evil.example>, Bcc: <mallory@evil.example>';
    await mailing.paid({ name, address: '<img src=x onerror=alert(1)> & Sons', city: '</td><script>' });
    await expect.poll(mailing.subjects, patience).toHaveLength(1);
    const [letter] = await mailing.letters();
    expect(letter?.to.endsWith(`<${mailing.person.email}>`)).toBe(true);
    expect(letter?.html).not.toMatch(/<script|<img/);
    expect(letter?.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; Sons');
    expect(letter?.text).toContain('<img src=x onerror=alert(1)> & Sons');
  });

  it('wait while the mail server is away, and go out once when it is back', async () => {
    await mailing.inbox.kill();
    const { number } = await mailing.paid();
    await expect.poll(async () => (await unsent()).waiting, patience).toBeGreaterThan(0);
    await mailing.inbox.restart();
    await expect
      .poll(() => mailing.letTimePass().then(mailing.subjects), patience)
      .toEqual([`Receipt for your order ${showNumber(number)}`]);
    expect((await mailing.letters()).map(({ times }) => times)).toEqual([1]);
  });

  it('that nobody knows to have arrived go out again under their name, and are known', async () => {
    await mailing.newPerson('mute-once');
    const { number } = await mailing.paid();
    const times = async () => (await mailing.letters()).map((letter) => letter.times);
    await expect.poll(times, patience).toEqual([1]);
    await expect.poll(() => mailing.letTimePass().then(times), patience).toEqual([2]);
    expect(await mailing.subjects()).toEqual([`Receipt for your order ${showNumber(number)}`]);
    await expect.poll(unsent, patience).toMatchObject({ waiting: 0 });
  });

  it('that no mailbox takes wait for an admin, who sends them again or takes them off the list', async () => {
    await mailing.newPerson('refused-always');
    const { _id, number } = await mailing.paid();
    await expect.poll(async () => (await unsent()).failed, patience).toHaveLength(1);
    const [failed] = (await unsent()).failed;
    expect(failed).toMatchObject({ kind: 'paid', channel: 'mail', subject: _id, number });
    expect(failed?.why).toBe('The mail server refuses the recipient (answer 550).');
    const path = `/notices/failed/${encodeURIComponent(failed?._id ?? '')}`;
    expect((await asAdmin('post', `${path}/again`)).status).toBe(200);
    await expect.poll(async () => (await unsent()).failed, patience).toHaveLength(1);
    expect((await asAdmin('delete', path)).status).toBe(200);
    expect((await asAdmin('delete', path)).status).toBe(404);
    expect((await unsent()).failed).toEqual([]);
    const { body } = await mailing.shop.json<{ kind: string }[]>('get', `/audit?search=${_id}`, {
      as: admin,
    });
    expect(body.map(({ kind }) => kind)).toEqual(['notice.removed', 'notice.sent-again']);
    expect(lines.join('')).toContain('a notice could not be sent');
    expect(lines.join('')).not.toContain('refused-always@');
  });

  it('say nothing that was typed to an address that nobody has proven, before money came', async () => {
    mailing.person = await mailing.shop.person('stranger@example.com');
    const { _id, number } = await mailing.placed({ name: 'Cheap pills at evil.example' });
    const correct = (address: string, corrections: number) =>
      mailing.shop.json('patch', `/orders/${_id}/delivery`, {
        as: mailing.person,
        body: { name: 'Cheap pills', address, city: 'evil.example', zip: '1', corrections },
      });
    expect((await correct('https://evil.example/1', 0)).status).toBe(200);
    expect((await correct('https://evil.example/2', 1)).status).toBe(200);
    await expect
      .poll(() => mailing.letTimePass().then(mailing.subjects), patience)
      .toEqual([`Your order ${showNumber(number)} is waiting for payment`]);
    await expect.poll(unsent, patience).toMatchObject({ waiting: 0 });
    const [letter, ...others] = await mailing.letters();
    expect(others).toEqual([]);
    expect(letter?.to).toBe('stranger@example.com');
    expect(letter?.text).toContain('Hello,');
    expect(`${letter?.text}${letter?.html}`).not.toMatch(/pills|evil/);
  });

  it('say nothing to somebody who was erased meanwhile', async () => {
    await mailing.inbox.kill();
    const { _id } = await mailing.paid();
    await asAdmin('put', `/order/${_id}`, { status: 'Shipped' });
    const { status } = await mailing.shop.json('delete', '/me', {
      as: mailing.person,
      body: { confirm: mailing.person.email },
    });
    expect(status).toBe(200);
    await mailing.inbox.restart();
    await expect.poll(() => mailing.letTimePass().then(unsent), patience).toMatchObject({ waiting: 0 });
    expect(await mailing.letters()).toEqual([]);
  });
});
