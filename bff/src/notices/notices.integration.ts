import { type OrderLog, openOrderLog, redisKeys } from '@karigar/events';
import { offerTool, samplePlace, sampleTool } from '@karigar/events/sample-shop';
import { startRedis, type TestRedis } from '@karigar/events/testing';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Channel, NoticeFault, type NoticeTask } from './notice.ts';
import { openNotices } from './open-notices.ts';
import { waitingRecords } from './waiting-records.ts';

let redis: TestRedis;
let log: OrderLog;
/** How far the shop's clock is ahead (ms). */
let ahead: number;
let faults: unknown[];
const told: NoticeTask[] = [];
const running: { stop(): Promise<void> }[] = [];
const now = () => Date.now() + ahead;
const patience = { timeout: 60_000 };
const origin = { actor: 'system:test', correlationId: 'test' };
const hourMs = 3_600_000;

beforeAll(async () => {
  redis = await startRedis();
});
beforeEach(async () => {
  const connection = await openOrderLog({ url: redis.url });
  await connection.redis.run((one) => one.flushAll());
  await connection.close();
  log = await openOrderLog({ url: redis.url, commandTimeoutMs: 20_000 });
  await offerTool(log, sampleTool(), 100);
  ahead = 0;
  faults = [];
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
  targets: async ({ kind }) => (kind === 'to-ship' ? [] : ['customer']),
  async send(task) {
    const fault = faults.shift();
    if (fault !== undefined) throw fault;
    told.push(task);
    return 'sent';
  },
};

let warnings: unknown[] = [];
async function open(address = 'https://shop.example') {
  const registry = new Registry();
  const notices = await openNotices({
    log,
    address,
    channels: [mail],
    waiting: waitingRecords(log.redis),
    tool: async () => ({ minOrderQuantity: 2 }),
    reservation: { hours: 72, unverifiedHours: 2 },
    logger: pino({ level: 'warn' }, { write: (line) => warnings.push(JSON.parse(line)) }),
    registry,
    everyMs: 10,
    now,
  });
  running.push(notices);
  return { ...notices, metrics: () => registry.metrics() };
}
let keys = 0;
async function place(): Promise<string> {
  keys += 1;
  return (await log.place(samplePlace({ idempotencyKey: `key-${keys}` }))).order.id;
}
const pay = (orderId: string) => log.pay({ orderId, transactionId: `pi_${orderId}`, ...origin });
const kinds = () => told.map(({ kind }) => kind);

describe('notices', () => {
  it('are told once for each thing that happens to an order, in its order', async () => {
    await open();
    const id = await place();
    await pay(id);
    await log.correct({ orderId: id, person: 'sealed anew', ...origin });
    await log.afterPayment(id, { type: 'request-cancellation', reason: 'mistake' }, origin);
    await log.afterPayment(id, { type: 'decline-cancellation' }, origin);
    await log.ship({ orderId: id, carrier: 'Pathao', ...origin });
    await log.ship({ orderId: id, trackingNumber: 'P-1', ...origin });
    const refund = { type: 'record-refund', refundId: 're_1', amount: 100, by: 'shop' } as const;
    await log.afterPayment(id, refund, origin);
    await expect
      .poll(kinds, patience)
      .toEqual(['paid', 'corrected', 'not-cancelled', 'shipped', 'tracked', 'refunded']);
    expect(told.every(({ subject, uid }) => subject === id && uid === 'user-1')).toBe(true);
    await stopAll();
    await open();
    await pay(await place());
    await expect.poll(kinds, patience).toHaveLength(7);
    expect(new Set(told.map((task) => task.id)).size).toBe(7);
  });

  it('remind of an unpaid order after an hour, and not of one that is paid or deleted by then', async () => {
    const { queue } = await open();
    const [unpaid, paid, deleted] = [await place(), await place(), await place()];
    await pay(paid);
    await log.remove({ orderId: deleted, reason: 'customer', expectedIntent: null, ...origin });
    await expect.poll(kinds, patience).toEqual(['paid']);
    ahead += hourMs - 60_000;
    await pay(await place());
    await expect.poll(kinds, patience).toEqual(['paid', 'paid']);
    ahead += 120_000;
    await expect.poll(kinds, patience).toEqual(['paid', 'paid', 'unpaid']);
    expect(told.at(-1)?.subject).toBe(unpaid);
    await expect.poll(() => queue.counts(), patience).toEqual({ waiting: 0, failed: 0 });
  });

  it('say nothing of what happened before a shop was opened here, restored, or copied to another address', async () => {
    await pay(await place());
    await open();
    await pay(await place());
    await expect.poll(kinds, patience).toEqual(['paid']);
    await stopAll();
    warnings = [];
    const copy = await open('https://staging.example');
    // A server that is set up with another address than the others must not do this in silence; here it is a reminder.
    expect(warnings).toMatchObject([
      { from: 'https://shop.example', to: 'https://staging.example', forgotten: 1 },
    ]);
    expect(await copy.queue.counts()).toEqual({ waiting: 0, failed: 0 });
    ahead += 2 * hourMs;
    await pay(await place());
    await expect.poll(kinds, patience).toEqual(['paid', 'paid']);
  });

  it('are tried again with growing pauses, then wait for a person, who has them sent again', async () => {
    faults = Array.from({ length: 8 }, () => new NoticeFault('The mail server does not answer.'));
    const { queue, metrics } = await open();
    await pay(await place());
    for (const [tries, minutes] of [0.5, 2, 10, 30, 120, 360, 720].entries()) {
      await expect.poll(() => faults.length, patience).toBe(7 - tries);
      ahead += minutes * 60_000;
    }
    await expect.poll(async () => (await queue.failed()).length, patience).toBe(1);
    expect(told).toEqual([]);
    const [failed] = await queue.failed();
    expect(failed).toMatchObject({ kind: 'paid', attempts: 7, why: 'The mail server does not answer.' });
    expect(await metrics()).toContain('karigar_notices{state="failed"} 1');
    expect(await queue.again(failed?.id ?? '')).toBe(true);
    expect(await queue.again(failed?.id ?? '')).toBe(false);
    await expect.poll(kinds, patience).toEqual(['paid']);
    expect(await queue.failed()).toEqual([]);
    const [at, never] = await queue.toldAt([failed?.id ?? '', 'other']);
    expect(Math.abs((at ?? 0) - now())).toBeLessThan(60_000);
    expect(never).toBeNull();
  });

  it('that nobody can deliver wait for a person at once, and can be taken off the list', async () => {
    faults = [new NoticeFault('The mailbox does not exist.', { isFinal: true }), new Error('a fault')];
    const { queue } = await open();
    await pay(await place());
    await expect.poll(async () => (await queue.failed()).length, patience).toBe(1);
    const [failed] = await queue.failed();
    expect(await queue.dismiss(failed?.id ?? '')).toBe(true);
    expect(await queue.dismiss(failed?.id ?? '')).toBe(false);
    expect(await queue.failed()).toEqual([]);
  });

  it('that a process died with go out by another one', async () => {
    const { queue } = await open();
    await place();
    await expect.poll(() => queue.counts(), patience).toMatchObject({ waiting: 1 });
    await stopAll();
    ahead += 2 * hourMs;
    const [frozen] = (await queue.claim('mail', 10)) as [NoticeTask];
    expect(frozen).toMatchObject({ kind: 'unpaid' });
    expect(await queue.hold(frozen)).toBe(true);
    expect(await queue.claim('mail', 10)).toEqual([]);
    ahead += 31_000;
    await open();
    await expect.poll(kinds, patience).toEqual(['unpaid']);
    // The process was only frozen: it does not tell what another one has told.
    await expect.poll(() => queue.counts(), patience).toMatchObject({ waiting: 0 });
    expect(await queue.hold(frozen)).toBe(false);
  });

  it('are not told again when a process died before it could say how far it was', async () => {
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
});
