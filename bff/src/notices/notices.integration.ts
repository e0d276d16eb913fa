import { type OrderLog, openOrderLog, redisKeys } from '@karigar/events';
import { offerTool, samplePlace, sampleTool } from '@karigar/events/sample-shop';
import { startRedis } from '@karigar/events/testing';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Channel, NoticeFault, type NoticeTask } from './notice.ts';
import { runNotices } from './testing/run-notices.ts';

let log: OrderLog;
let faults: unknown[];
/** Whether the customer is one who gets the confirmation of an order, as only those with a proven address do. */
let confirms: boolean;
const told: NoticeTask[] = [];
const running: { stop(): Promise<void> }[] = [];
const patience = { timeout: 60_000 };
const origin = { actor: 'system:test', correlationId: 'test' };

const redis = await startRedis();
beforeEach(async () => {
  const connection = await openOrderLog({ url: redis.url });
  await connection.redis.run((one) => one.flushAll());
  await connection.close();
  log = await openOrderLog({ url: redis.url, commandTimeoutMs: 20_000 });
  await offerTool(log, sampleTool(), 100);
  faults = [];
  confirms = false;
  told.length = 0;
});
afterEach(async () => {
  await stopAll();
  await log.close();
});
afterAll(() => redis.stop());

const stopAll = () => Promise.all(running.splice(0).map((one) => one.stop()));

const mail: Channel = {
  name: 'mail',
  targets: async ({ kind }) => (kind === 'to-ship' || (kind === 'placed' && !confirms) ? [] : ['customer']),
  async send(task) {
    const fault = faults.shift();
    if (fault !== undefined) throw fault;
    if (task.kind === 'unpaid' && (await log.order(task.subject))?.status !== 'unpaid') return 'dropped';
    told.push(task);
    return 'sent';
  },
};

async function open(address?: string) {
  const notices = await runNotices(log, [mail], address);
  running.push(notices);
  return notices;
}
let keys = 0;
async function place(): Promise<string> {
  keys += 1;
  return (await log.place(samplePlace({ idempotencyKey: `key-${keys}` }))).order.id;
}
const pay = (orderId: string) => log.pay({ orderId, transactionId: `pi_${orderId}`, ...origin });
const kinds = () => told.map(({ kind }) => kind);

describe('notices', () => {
  it('are told once for each thing that happens to an order, by any number of servers', async () => {
    confirms = true;
    await Promise.all([open(), open()]);
    const id = await place();
    await pay(id);
    await expect.poll(() => kinds().toSorted(), patience).toEqual(['paid', 'placed']);
    await stopAll();
    await open();
    await log.correct({ orderId: id, person: 'sealed anew', ...origin });
    await log.afterPayment(id, { type: 'request-cancellation', reason: 'mistake' }, origin);
    await log.afterPayment(id, { type: 'decline-cancellation' }, origin);
    await log.ship({ orderId: id, carrier: 'Pathao', ...origin });
    await log.ship({ orderId: id, trackingNumber: 'P-1', ...origin });
    const refund = { type: 'record-refund', refundId: 're_1', amount: 100, by: 'shop' } as const;
    await log.afterPayment(id, refund, origin);
    await expect
      .poll(() => kinds().toSorted(), patience)
      .toEqual([
        'cancel-asked',
        'corrected',
        'not-cancelled',
        'paid',
        'placed',
        'refunded',
        'shipped',
        'tracked',
      ]);
    expect(told.every(({ subject, uid }) => subject === id && uid === 'user-1')).toBe(true);
    expect(new Set(told.map((task) => task.id)).size).toBe(8);
  });

  it('remind of an unpaid order once, and not of one that is paid or deleted by then', async () => {
    const { queue, letTimePass } = await open();
    const [unpaid, paid, deleted] = [await place(), await place(), await place()];
    await pay(paid);
    await log.remove({ orderId: deleted, reason: 'customer', expectedIntent: null, ...origin });
    await expect.poll(kinds, patience).toEqual(['paid']);
    await letTimePass();
    await letTimePass();
    await expect.poll(kinds, patience).toEqual(['paid', 'unpaid']);
    expect(told.at(-1)?.subject).toBe(unpaid);
    await expect.poll(() => queue.counts(), patience).toEqual({ waiting: 0, failed: 0 });
  });

  it('ask for a review a week after a parcel has left, once for each tool of a customer', async () => {
    const { letTimePass, queue } = await open();
    const orders = [await place(), await place()];
    for (const orderId of orders) {
      await pay(orderId);
      await log.ship({ orderId, ...origin });
    }
    const weekMs = 7 * 24 * 3_600_000;
    const asked = () => told.filter(({ kind }) => kind === 'review').map(({ subject }) => subject);
    await expect.poll(() => told.length, patience).toBe(4);
    await letTimePass(weekMs - 60_000);
    expect(asked()).toEqual([]);
    await letTimePass(weekMs);
    await expect.poll(() => queue.counts(), patience).toEqual({ waiting: 0, failed: 0 });
    expect(asked()).toEqual(orders.slice(0, 1));
  });

  it('say nothing of what happened before a shop was opened here, restored, or copied to another address', async () => {
    await pay(await place());
    const { queue } = await open();
    faults = [new NoticeFault('The mail server does not answer.')];
    await pay(await place());
    await expect.poll(() => faults, patience).toEqual([]);
    await expect.poll(() => queue.counts(), patience).toEqual({ waiting: 1, failed: 0 });
    await stopAll();
    const copy = await open('https://staging.example');
    // A server that is set up with another address than the others must not do this in silence.
    expect(copy.said.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ from: 'https://shop.example', to: 'https://staging.example' }),
    );
    expect(await copy.queue.counts()).toEqual({ waiting: 0, failed: 0 });
    await pay(await place());
    await expect.poll(kinds, patience).toEqual(['paid']);
  });

  it('are tried again, then wait for a person, who has them sent again', async () => {
    faults = Array.from({ length: 8 }, () => new NoticeFault('The mail server does not answer.'));
    const { queue, letTimePass, metrics } = await open();
    await pay(await place());
    for (let tries = 1; tries < 8; tries += 1) {
      await expect.poll(() => faults.length, patience).toBe(8 - tries);
      await expect.poll(metrics, patience).toContain('karigar_jobs{queue="mail",state="delayed"} 1');
      await letTimePass();
    }
    await expect.poll(async () => (await queue.failed()).length, patience).toBe(1);
    expect(told).toEqual([]);
    const failed = (await queue.failed())[0] as Awaited<ReturnType<typeof queue.failed>>[number];
    expect(failed).toMatchObject({ name: 'paid', failedReason: 'The mail server does not answer.' });
    expect(await metrics()).toContain('karigar_jobs{queue="mail",state="failed"} 1');
    await queue.again(failed);
    expect(await queue.findFailed(failed.id ?? '')).toBeUndefined();
    await expect.poll(kinds, patience).toEqual(['paid']);
    expect(await queue.failed()).toEqual([]);
  });

  it('of the tracking of one parcel are one that waits: only its newest is told', async () => {
    const { letTimePass, metrics } = await open();
    const id = await place();
    await pay(id);
    await log.ship({ orderId: id, carrier: 'Pathao', ...origin });
    await expect.poll(() => kinds().toSorted(), patience).toEqual(['paid', 'shipped']);
    faults = Array.from({ length: 3 }, () => new NoticeFault('Too many letters today.'));
    for (const trackingNumber of ['P-1', 'P-2', 'P-3'])
      await log.ship({ orderId: id, trackingNumber, ...origin });
    await expect
      .poll(
        async () => {
          await letTimePass();
          return metrics();
        },
        { ...patience, interval: 500 },
      )
      .toMatch(/kind="tracked",outcome="sent"\} 1/);
    expect(told.filter(({ kind }) => kind === 'tracked').map(({ seq }) => seq)).toEqual([
      (await log.head()).seq,
    ]);
  });

  it('that nobody can deliver wait for a person at once, who takes one off the list and has all others sent again', async () => {
    faults = Array.from({ length: 3 }, () => new NoticeFault('No such mailbox.', { isFinal: true }));
    const { queue } = await open();
    for (let at = 0; at < 3; at += 1) await pay(await place());
    await expect.poll(async () => (await queue.failed()).length, patience).toBe(3);
    const failed = (await queue.failed())[0] as Awaited<ReturnType<typeof queue.failed>>[number];
    await queue.remove(failed);
    expect(await queue.findFailed(failed.id ?? '')).toBeUndefined();
    expect(await queue.allAgain()).toBe(2);
    await expect.poll(kinds, patience).toEqual(['paid', 'paid']);
    expect(await queue.failed()).toEqual([]);
  });

  it('are not told again when a server died before it could say how far it was', async () => {
    await open();
    const { seq, hash } = await log.head();
    await pay(await place());
    await expect.poll(kinds, patience).toEqual(['paid']);
    await stopAll();
    await log.redis.run((connection) => connection.hSet(redisKeys.follower('notices'), { seq, hash }));
    await open();
    await pay(await place());
    await expect.poll(kinds, patience).toEqual(['paid', 'paid']);
    expect(new Set(told.map(({ subject }) => subject)).size).toBe(2);
  });

  it('wait for a Redis that was killed, and are told once it is back', async () => {
    await open();
    await pay(await place());
    await expect.poll(kinds, patience).toEqual(['paid']);
    await redis.kill();
    await redis.restart();
    await expect
      .poll(
        () =>
          place()
            .then(pay)
            .then(() => 'paid', String),
        patience,
      )
      .toBe('paid');
    await expect.poll(kinds, patience).toEqual(['paid', 'paid']);
  });
});
