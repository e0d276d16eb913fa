import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectionCode } from '../model/project.ts';
import { openOrderLog } from '../open-order-log.ts';
import type { OrderLog } from '../order-log.ts';
import { offerTool, origin, samplePlace, sampleTool } from '../testing/sample-shop.ts';
import { startRedis, type TestRedis } from '../testing/start-redis.ts';
import { storeSnapshot } from '../testing/store-snapshot.ts';
import { storedEvent, storedFields } from './event-fields.ts';
import { appendKeys, generationKeys } from './generation-keys.ts';
import { redisKeys } from './redis-keys.ts';

let redis: TestRedis;
let log: OrderLog;
let orderId = '';
let gen = 0;

const scope = {
  orderId: '',
  toolId: 'tool-hammer',
  uid: 'user-1',
  toolsName: 'Claw Hammer',
  from: 'unpaid',
  to: 'unpaid',
} as const;

beforeAll(async () => {
  redis = await startRedis();
  log = await openOrderLog({ url: redis.url, commandTimeoutMs: 20_000 });
  gen = (await log.head()).gen;
  await offerTool(log, sampleTool(), 5);
  orderId = (await log.place(samplePlace())).order.id;
  await log.registerIntent({ orderId, intentId: 'pi_1', attempt: 1 });
  const { order } = await log.place(samplePlace({ idempotencyKey: 'paid' }));
  await log.pay({ orderId: order.id, transactionId: 'pi_taken', ...origin });
});
afterAll(async () => {
  await log?.close();
  await redis?.stop();
});

const keys = () => appendKeys(generationKeys(gen), { ...scope, orderId });
const call = (argv: readonly string[], names: readonly string[] = keys()) =>
  log.redis.run((connection) => connection.appendEvent(names, argv));
const withoutOrder = { 3: '-', 16: '', 17: '' };
/** Arguments that would append a harmless event, with some of them changed (place from 1), and totals that move. */
function argv(changed: Record<number, string> = {}, totals: readonly string[] = []): string[] {
  const guards = [String(gen), projectionCode, '1', '-', 'tool-hammer', '-', '', '-'];
  const event = [orderId, 'order.paid', '1', '{}', 'a', 'c', ''];
  const list = [...guards, ...event, '{}', 'hash', '', '', '', '', '', ''];
  for (const [place, value] of Object.entries(changed)) list[Number(place) - 1] = value;
  return [...list, ...totals];
}
const everything = () => storeSnapshot(log);
/** Of the newest event, what the arguments from subject to requestHash gave. */
async function lastFields(): Promise<string[]> {
  const { seq } = await log.head();
  const [entry] = await log.redis.run((connection) =>
    connection.sendCommand<[string, string[]][]>(['XRANGE', redisKeys.events, `${seq}-0`, `${seq}-0`]),
  );
  const { subject, type, schema, data, actor, correlationId, requestHash } = storedEvent(
    ...(entry ?? ['', []]),
  );
  return [subject, type, schema, data, actor, correlationId, requestHash];
}

describe('the append script refuses, and writes nothing, when', () => {
  it.each([
    ['the generation has moved', { 1: '2' }, /^GEN \d{13}$/],
    ['the writer’s code is not that of the generation', { 2: 'p0' }, `CODE ${projectionCode}`],
    ['the order has moved on', { 3: '2' }, 'VERSION 1'],
    ['the order exists already', { 3: '0' }, 'VERSION 1'],
    ['the tool was edited', { 4: '9' }, 'STALE_TOOL'],
    ['too little is left', { 6: '4' }, 'STOCK 3'],
    ['the person has an unpaid order that the writer did not see', { 6: '1 1' }, 'UNSEEN'],
    ['too little is left beside the orders that it saw', { 6: '4 2' }, 'STOCK 3'],
    ['what the writer saw is no position', { 6: '1 x' }, 'BAD stock is not a number'],
    ['the transaction has paid another order', { 7: 'pi_taken' }, /^TX ord_/],
    ['another intent is registered', { 8: '=pi_2' }, 'INTENT pi_1'],
    ['an intent is registered', { 8: '=' }, 'INTENT pi_1'],
    ['a field holds a NUL', { 12: 'a\0b' }, 'BAD NUL in an event field'],
  ] as [string, Record<number, string>, string | RegExp][])('%s', async (_, changed, answer) => {
    const before = await everything();
    const got = await call(argv(changed));
    if (typeof answer === 'string') expect(got).toBe(answer);
    else expect(got).toMatch(answer);
    expect(await everything()).toEqual(before);
  });

  it('the tool is gone', async () => {
    const names = keys();
    names[3] = redisKeys.tool('none');
    expect(await call(argv({ 4: '1' }), names)).toBe('NO_TOOL');
  });

  it.each([
    ['by a number that is none', ['revenue', '1.5']],
    ['by a number that Redis would not read', ['revenue', '007']],
    ['by a number that would not stay exact', ['revenue', '1000000000000001']],
    ['by nothing', ['revenue']],
    ['and too many others do', Array.from({ length: 20 }, (_, index) => ['other', `${index}`]).flat()],
  ])('a total moves %s, even after good changes', async (_, bad) => {
    const before = await everything();
    expect(await call(argv({ 20: '=7' }, ['deleted', '1', ...bad]))).toMatch(/^BAD/);
    expect(await everything()).toEqual(before);
  });

  it('a total is stored that is no number', async () => {
    const [, , , , , , , , totals = ''] = keys();
    await log.redis.run((connection) => connection.hSet(totals, 'revenue', '1e3'));
    const before = await everything();
    expect(await call(argv({ 20: '=7' }, ['deleted', '1', 'revenue', '5']))).toBe('BAD number');
    expect(await everything()).toEqual(before);
    await log.redis.run((connection) => connection.hSet(totals, 'revenue', '12'));
  });

  it.each([
    ['the document comes without an order', { 3: '-' }, 'BAD document'],
    ['the request hash would break the JSON', { 17: 'a"b' }, 'BAD document'],
    ['the sets to leave are unclear', { 18: 'to' }, 'BAD sets to leave'],
    ['the score is none', { 19: 'soon' }, 'BAD score'],
    ['nobody is erased', { 19: 'erased' }, 'BAD person'],
    ['it is unclear who has to look', { 23: 'x' }, 'BAD attention'],
    ['an order that stands nowhere is to be looked at', { 23: '+' }, 'BAD attention'],
    ['the stock to set is no number', { 20: '=many' }, 'BAD number'],
    ['the stock to add is no number', { 20: '1.5' }, 'BAD number'],
    ['the stock is that of no tool', { 5: '', 20: '5' }, 'BAD stock of no tool'],
  ] as [string, Record<number, string>, string][])('%s', async (_, changed, answer) => {
    const before = await everything();
    expect(await call(argv(changed))).toBe(answer);
    expect(await everything()).toEqual(before);
  });

  it.each([10, 11, 12, 13, 17])('a new order stands somewhere already: in key %d', async (place) => {
    const names = keys().with(2, generationKeys(gen).order('none'));
    for (const key of [10, 11, 12, 13, 17])
      names[key - 1] = key === place ? generationKeys(gen).set('unpaid') : `{o}:none-${key}`;
    const before = await everything();
    expect(await call(argv({ 3: '0' }), names)).toBe('LOST');
    expect(await everything()).toEqual(before);
  });

  it('an order does not stand where its document says', async () => {
    const before = await everything();
    expect(await call(argv({ 18: 'from' }), keys().with(9, generationKeys(gen).set('paid')))).toBe('LOST');
    expect(await everything()).toEqual(before);
  });

  it.each([
    ['a set to leave', 10, { 18: 'from' }, []],
    ['a set to enter', 14, { 19: 'this' }, []],
    ['a set to enter, last of three', 15, { 19: 'this', 21: 'Claw Hammer' }, []],
    ['the set of the person’s orders', 14, { 6: '1 0' }, []],
    ['a set of the name of a deleted order', 15, { 18: 'from', 19: 'deleted', 21: 'Claw Hammer' }, []],
    ['the hash of the stock', 5, { 20: '=1' }, []],
    ['the hash of the intents, which a payment ends', 6, { 7: 'pi_2' }, []],
    ['the hash of the intents, which a deletion ends', 6, { 18: 'from' }, []],
    ['the hash of the transactions', 7, { 7: 'pi_2' }, []],
    ['the hash of the names', 8, { 21: 'Claw Hammer' }, []],
    ['the hash of the totals', 9, {}, ['revenue', '1']],
    ['the set of erased persons', 16, { 22: 'user-1' }, []],
    ['the set of the refunded orders of a name', 17, { 18: 'from', 19: 'deleted', 21: 'Claw Hammer' }, []],
    ['the set of orders to look at', 18, { 19: '7', 23: '+' }, []],
  ] as [string, number, Record<number, string>, string[]][])(
    '%s is a key of another type',
    async (_, place, changed, totals) => {
      const names = keys();
      // The document of an order is a plain text.
      names[place - 1] = keys()[2] as string;
      const before = await everything();
      expect(await call(argv(changed, totals), names)).toBe(`BAD type of key ${place}`);
      expect(await everything()).toEqual(before);
    },
  );

  it('a rebuild’s fence is up, and opens again when the fence is older than it may be', async () => {
    const now = Date.now() + 150;
    const set = (fence: number) =>
      log.redis.run((connection) => connection.hSet(redisKeys.meta, 'fence', String(fence)));
    await set(now + 60_000);
    expect(await call(argv({ 3: '9' }))).toBe('VERSION 1');
    await set(now);
    expect(['FENCED', 'VERSION 1']).toContain(await call(argv({ 3: '9' })));
    await expect.poll(() => call(argv({ 3: '9' })), { timeout: 20_000 }).toBe('VERSION 1');
    await log.redis.run((connection) => connection.hDel(redisKeys.meta, 'fence'));
  });
});

describe('whatever it is called with', () => {
  it('it appends one event with what it changes, or nothing at all', async () => {
    const words = fc.oneof(
      fc.constantFrom(
        '1',
        '0',
        '-',
        '',
        '1 0',
        '1 99',
        projectionCode,
        '=',
        'this',
        'from',
        'deleted',
        'erased',
        '+',
        '=3',
        '=-5',
        '-5',
        '3',
        '5',
      ),
      fc.constantFrom('revenue', '=', '=1e5', '1e5', '0x10', '9007199254740993', 'tool-hammer'),
      fc.constantFrom(...storedFields),
      fc.string({ maxLength: 8 }),
    );
    const totals = fc.array(words, { maxLength: 12 });
    const faults = fc.dictionary(fc.integer({ min: 1, max: 23 }).map(String), words, { maxKeys: 3 });
    await fc.assert(
      fc.asyncProperty(faults, totals, async (changed, list) => {
        const before = await everything();
        const seq = (await log.head()).seq;
        const given = argv({ ...withoutOrder, ...(changed as Record<number, string>) }, list);
        // A Lua error is allowed before the first write only, so it must have left nothing behind.
        const answer = await call(given).catch((error: unknown) => `ERROR ${String(error)}`);
        if (answer.startsWith('OK')) {
          expect((await log.head()).seq).toBe(seq + 1);
          expect(await lastFields()).toEqual(given.slice(8, 15));
        } else expect(await everything()).toEqual(before);
        expect(answer).not.toMatch(/^ERROR/);
      }),
      { numRuns: 300 },
    );
  });
});
