import { openOrderLog, type RedisConnection, redisKeys } from '@karigar/events';
import { afterAll, describe, expect, it } from 'vitest';
import type { Order, OrderTimelineEntry } from '../contracts/order.ts';
import { RunningShop, type TestPerson } from '../testing/running-shop.ts';
import { listen as listenTo, type TestStream } from './testing/listen.ts';

const open: TestStream[] = [];

const shop = await RunningShop.start();
const toolId = await shop.newTool({ availableQuantity: 10_000 });
afterAll(async () => {
  for (const stream of open) stream.stop();
  await shop.stop();
});

/** Opens a stream of the shop that ends with the tests. */
async function listen(as: TestPerson, lastEventId?: string): Promise<TestStream> {
  const stream = await listenTo(shop, as, lastEventId);
  open.push(stream);
  return stream;
}

/** Does something in the Redis of the shop, as another program would. */
async function onRedis<T>(work: (redis: RedisConnection) => Promise<T>): Promise<T> {
  const log = await openOrderLog({ url: shop.redis.url, name: 'test' });
  return log.redis.run(work).finally(() => log.close());
}

const place = async (person: TestPerson) => (await shop.place(person, toolId)).body.insertedId;

describe('live updates', () => {
  it('tell a person of their own orders only, and an admin of all', async () => {
    const rahim = await shop.person('rahim@live.test');
    const karim = await shop.person('karim@live.test');
    const [rahims, admins] = await Promise.all([listen(rahim), listen(await shop.admin())]);
    const [mine, his] = [await place(rahim), await place(karim)];
    await expect.poll(() => admins.orders().map((one) => one.orderId)).toEqual([mine, his]);
    expect(rahims.orders().map((one) => one.orderId)).toEqual([mine]);
    expect(rahims.orders()[0]).toMatchObject({ type: 'order.created', order: { _id: mine, paid: false } });
  });

  it('tell an admin what the shop and a bank say of the money, and its customer only that there is something', async () => {
    const person = await shop.person('payer@live.test');
    const admin = await shop.admin();
    const [own, admins] = await Promise.all([listen(person), listen(admin)]);
    const orderId = await place(person);
    const log = await openOrderLog({ url: shop.redis.url });
    const origin = { actor: 'ops:test', correlationId: 'test' };
    await log.pay({ orderId, transactionId: 'pi_live', ...origin });
    await log.afterPayment(orderId, { type: 'request-refund', reason: 'fraud', restock: true }, origin);
    const dispute = { disputeId: 'du_1', status: 'needs_response', reason: 'product_not_received' } as const;
    await log.afterPayment(orderId, { type: 'record-dispute', ...dispute, amount: 300 }, origin);
    await log.close();
    const last = (of: typeof own) => of.orders().findLast((one) => one.orderId === orderId)?.order;
    await expect.poll(() => last(admins)?.version).toBe(4);
    await expect.poll(() => last(own)?.version).toBe(4);
    expect(last(admins)).toMatchObject({
      dispute: { reason: 'product_not_received' },
      refundRequest: { reason: 'fraud' },
    });
    const path = `/orders/order/${orderId}`;
    const [one, list, timeline] = await Promise.all([
      shop.json<Order>('get', path, { as: person }),
      shop.json<Order[]>('get', '/orders/payer@live.test', { as: person }),
      shop.json<OrderTimelineEntry[]>('get', `${path}/events`, { as: person }),
    ]);
    expect(one.body).toMatchObject({ dispute: null, refundRequest: { reason: 'other' } });
    const told = JSON.stringify([own.messages, one.body, list.body, timeline.body]);
    expect(told).toContain('order.disputed');
    expect(told).not.toMatch(/needs_response|product_not_received|fraud/);
    expect((await shop.json<Order>('get', path, { as: admin })).body.dispute).not.toBeNull();
  });

  it('resume after the last event that the client has seen', async () => {
    const person = await shop.person('away@live.test');
    const first = await listen(person);
    const seen = await place(person);
    await expect.poll(() => first.orders().length).toBe(1);
    first.stop();
    const missed = await place(person);
    const again = await listen(person, first.messages.at(-1)?.id ?? '');
    await expect.poll(() => again.orders().map((one) => one.orderId)).toEqual([missed]);
    expect(seen).not.toBe(missed);
  });

  it('resume also when more was sold meanwhile than a stream may hold back', async () => {
    const person = await shop.person('busy-day@live.test');
    const first = await listen(person);
    await place(person);
    await expect.poll(() => first.orders().length).toBe(1);
    first.stop();
    const others = await shop.person('everybody-else@live.test');
    for (let sold = 0; sold < 1_050; sold += 50)
      await Promise.all(Array.from({ length: 50 }, () => place(others)));
    const missed = await place(person);
    const again = await listen(person, first.messages.at(-1)?.id ?? '');
    await expect.poll(() => again.orders().map((one) => one.orderId)).toEqual([missed]);
    const { body } = await shop.json<{ log: { eventsPerMinute: number } }>('get', '/operations', {
      as: await shop.admin(),
    });
    expect(body.log.eventsPerMinute).toBeGreaterThan(1_050);
  });

  it.each(['999999999.0000000000000000', '1.0000000000000000', '7'])(
    'ask a client whose last event is not at hand to load its lists anew: %s',
    async (lastEventId) => {
      const stream = await listen(await shop.person('long-away@live.test'), lastEventId);
      expect(stream.messages[0]?.event).toBe('resync');
      const { log } = (
        await shop.json<{ log: { headSeq: number } }>('get', '/operations', { as: await shop.admin() })
      ).body;
      const [, seq] = /^(\d+)\.[0-9a-f]{16}$/.exec(stream.messages[0]?.id ?? '') ?? [];
      expect(Number(seq)).toBeLessThanOrEqual(log.headSeq);
      stream.stop();
    },
  );

  it('go on after a restart of Redis without loading a list again', async () => {
    const person = await shop.person('patient@live.test');
    const [open, closed] = [await listen(person), await listen(person)];
    const before = await place(person);
    const told = (stream: typeof open) => stream.orders().map((one) => one.orderId);
    for (const stream of [open, closed]) await expect.poll(() => told(stream)).toEqual([before]);
    closed.stop();
    await shop.redis.restart();
    await expect.poll(() => shop.call('get', '/readyz').then((answer) => answer.status)).toBe(200);
    const id = await place(person);
    await expect.poll(() => told(open)).toEqual([before, id]);
    const again = await listen(person, closed.messages.at(-1)?.id);
    await expect.poll(() => told(again)).toEqual([id]);
    for (const { messages } of [open, again])
      expect(messages.map(({ event }) => event)).not.toContain('resync');
  });

  it('are resumed whatever the epoch of the log is', async () => {
    const epoch = await onRedis((redis) => redis.hGet(redisKeys.meta, 'epoch'));
    await onRedis((redis) => redis.hSet(redisKeys.meta, 'epoch', '1795000000'));
    const late = await RunningShop.start({}, shop);
    const person = await late.person('later@live.test');
    const stream = await listenTo(late, person);
    const first = await place(person);
    await expect.poll(() => stream.orders().map((one) => one.orderId)).toEqual([first]);
    stream.stop();
    const missed = await place(person);
    const again = await listenTo(late, person, stream.messages.at(-1)?.id);
    await expect.poll(() => again.orders().map((one) => one.orderId)).toEqual([missed]);
    again.stop();
    await onRedis((redis) => redis.hSet(redisKeys.meta, 'epoch', epoch ?? '1'));
    await late.stop({ keepRedis: true });
  });

  it('go on behind an entry of the log that the shop has not written, which is counted', async () => {
    const person = await shop.person('undisturbed@live.test');
    const stream = await listen(person);
    const seq = await onRedis((redis) => redis.hGet(redisKeys.meta, 'seq'));
    await onRedis((redis) => redis.xAdd(redisKeys.events, `${seq}-1`, { subject: 'x' }));
    const id = await place(person);
    await expect.poll(() => stream.orders().map((one) => one.orderId)).toEqual([id]);
    const metrics = await (await fetch(`${shop.shop.url}/metrics`)).text();
    expect(metrics).toMatch(/^karigar_log_foreign_entries 1$/m);
  });

  it('are open five times for a person and so many times for a process; then they are refused with words until one ends', async () => {
    const own = await RunningShop.start({ RATE_LIMIT: 'on', MAX_LIVE_STREAMS: '6' }, shop);
    const person = await own.person('many-screens@live.test');
    const streams = Array.from({ length: 7 }, () => new AbortController());
    const ask = (at: number, as = person) =>
      fetch(`${own.shop.url}/api/live`, {
        headers: { Authorization: `Bearer ${as.token}` },
        signal: streams[at]?.signal ?? null,
      });
    for (const at of [0, 1, 2, 3, 4]) expect((await ask(at)).status).toBe(200);
    const refused = await own.json('get', '/live', { as: person });
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect([refused.headers.get('retry-after'), refused.body.detail]).toEqual([
      '60',
      expect.stringContaining('in 5 places'),
    ]);
    expect((await ask(5, await own.person('neighbour@live.test'))).status).toBe(200);
    const full = await own.json('get', '/live', { as: await own.person('third@live.test') });
    expect([full.status, full.body.detail]).toEqual([429, expect.stringContaining('Live updates are busy')]);
    streams[0]?.abort();
    await expect.poll(() => ask(6).then(({ status }) => status)).toBe(200);
    for (const stream of streams) stream.abort();
    await own.stop({ keepRedis: true });
  });

  it('are not kept open for a HEAD, which nobody reads', async () => {
    const own = await RunningShop.start({}, shop);
    const streams = async () =>
      /^karigar_live_connections (\d+)$/m.exec(await (await fetch(`${own.shop.url}/metrics`)).text())?.[1];
    expect((await own.call('head', '/live', { as: await own.person('head@live.test') })).status).toBe(200);
    await expect.poll(streams).toBe('0');
    await own.stop({ keepRedis: true });
  });

  it('end when the server stops, so that stopping never waits for them', async () => {
    const own = await RunningShop.start({}, shop);
    const person = await own.person('last@live.test');
    const answer = await own.call('get', '/live', { as: person });
    const ended = answer.text();
    await own.stop({ keepRedis: true });
    expect(await ended).toContain('event: ready');
  });
});
