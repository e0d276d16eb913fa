import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openOrderLog } from '../order-log.ts';
import { Projection } from '../orders/projection.ts';
import { offerTool, origin, samplePlace, sampleTool } from '../testing/sample-shop.ts';
import { startRedis } from '../testing/start-redis.ts';
import { storeSnapshot } from '../testing/store-snapshot.ts';
import { generationKeys } from './generation-keys.ts';
import { redisKeys } from './redis-keys.ts';

let orderId = '';
let gen = 0;
const { code: projectionCode } = new Projection();
const day = { from: 0, to: 1e15 };

const redis = await startRedis();
const log = await openOrderLog({ url: redis.url, commandTimeoutMs: 20_000 });
gen = (await log.head()).gen;
await offerTool(log, sampleTool(), 5);
orderId = (await log.place(samplePlace())).order.id;
await log.registerIntent({ orderId, intentId: 'pi_1' });
const { order } = await log.place(samplePlace({ idempotencyKey: 'paid' }));
await log.pay({ orderId: order.id, transactionId: 'pi_taken', ...origin });
afterAll(async () => {
  await log.close();
  await redis.stop();
});

type Fields = Readonly<Record<string, unknown>>;
type Sets = Readonly<Partial<Record<(typeof setFields)[number], readonly string[]>>>;
const setFields = ['absent', 'stands', 'leaves', 'enters', 'empty', 'others'] as const;

const set = (status: 'unpaid' | 'paid') => generationKeys(gen).set(status);
const person = () => generationKeys(gen).person('user-1', 'unpaid');
/** The document of an order, which is no set and no hash. */
const text = () => generationKeys(gen).order(orderId);
/** Keys that are always passed. */
function fixed(): string[] {
  const { stock, tx, names, totals, erased, order, sales } = generationKeys(gen);
  const { events, meta, tool, intents } = redisKeys;
  const first = [events, meta, order(orderId), tool('tool-hammer'), stock, intents, tx, names];
  return [...first, totals, erased, sales('2026-12-01')];
}
/** Fields that would append a harmless event to the order, with some of them changed. */
const asked = (changed: Fields = {}): Fields => ({
  ...{ gen: String(gen), code: projectionCode, subject: orderId, type: 'order.paid', schema: '1' },
  ...{ actor: 'a', correlationId: 'c', requestHash: '', version: 1, totals: {} },
  ...changed,
});
/** `after` asks about the last set, the person's orders. */
const call = (fields: Fields, sets: Sets = {}, keys = fixed(), data = '{}') => {
  const counts = Object.fromEntries(setFields.map((field) => [field, sets[field]?.length ?? 0]));
  const names = [...keys, ...setFields.flatMap((field) => sets[field] ?? []), person()];
  return log.redis.run((connection) =>
    connection.appendEvent(names, [JSON.stringify({ ...counts, ...fields }), data, '{}']),
  );
};
const everything = () => storeSnapshot(log);

async function expectRefusal(answer: string | RegExp, ...asking: Parameters<typeof call>) {
  const before = await everything();
  const got = await call(...asking).catch((error: unknown) => error);
  if (typeof answer === 'string') expect(got).toBe(answer);
  else expect(String(got)).toMatch(answer);
  expect(await everything()).toEqual(before);
}

describe('the append script refuses, and writes nothing, when', () => {
  it.each([
    ['the generation has moved', { gen: '2' }, 'GEN'],
    ['the writer’s code is not that of the generation', { code: 'p0' }, `CODE ${projectionCode}`],
    ['the order has moved on', { version: 2 }, 'VERSION 1'],
    ['the order exists already', { version: 0 }, 'VERSION 1'],
    ['the tool was edited', { rev: 9 }, 'STALE_TOOL'],
    ['the next record of the tool is none', { rev: 1, next: {} }, 'BAD tool'],
    ['too little is left', { tool: 'tool-hammer', need: 4 }, 'STOCK 3'],
    ['the person has an unpaid order that the writer did not see', { after: 1 }, 'UNSEEN'],
    ['the transaction has paid another order', { transaction: 'pi_taken' }, /^TX ord_/],
    ['another intent is registered', { intent: 'pi_2', ends: true }, 'REFUSED INTENT_CHANGED'],
    ['an intent is registered', { intent: '' }, 'REFUSED INTENT_CHANGED'],
    ['a field holds a NUL', { actor: 'a\0b' }, 'BAD NUL in an event field'],
    ['a field of the event is missing', { actor: undefined }, /bad argument/],
    ['the stock to set is no number', { tool: 'tool-hammer', set: 1.5 }, 'BAD number'],
    ['the event does not fall on the day', { sales: { paid: 1 }, from: 5, to: 6 }, /^DAY \d{13}$/],
    ['a figure of sales moves by a number that is none', { sales: { paid: 0.5 }, ...day }, 'BAD number'],
    ['a total moves by a number that is none', { totals: { revenue: 1.5 } }, 'BAD number'],
    [
      'a total moves by a number that would not stay exact, even after good changes',
      { tool: 'tool-hammer', set: 7, totals: { awaitingPayment: 1, revenue: 1e15 + 1 } },
      'BAD number',
    ],
  ] as [string, Fields, string | RegExp][])('%s', (_, changed, answer) =>
    expectRefusal(answer, asked(changed)),
  );

  it('the order and its sets disagree', async () => {
    await expectRefusal('LOST', asked(), { stands: [set('paid')] });
    await expectRefusal('LOST', asked(), { leaves: [set('unpaid'), set('paid')] });
    await expectRefusal('LOST', asked(), { absent: [set('paid'), set('unpaid')] });
    await expectRefusal('LOST', asked(), { enters: [set('unpaid')] });
  });

  it('a set is not empty', () => expectRefusal('REFUSED ORDERS_OPEN', asked(), { empty: [person()] }));

  it('the data hold a NUL', () => expectRefusal('BAD NUL in an event field', asked(), {}, fixed(), 'a\0b'));

  it('the request hash of a new order would break its JSON', () =>
    expectRefusal(
      'BAD request hash',
      asked({ version: 0, requestHash: 'a"b' }),
      {},
      fixed().with(2, generationKeys(gen).order('none')),
    ));

  it('the tool is gone', () =>
    expectRefusal('REFUSED TOOL_NOT_FOUND', asked({ rev: 1 }), {}, fixed().with(3, redisKeys.tool('none'))));

  it('a total is stored that is no number', async () => {
    const { totals } = generationKeys(gen);
    await log.redis.run((connection) => connection.hSet(totals, 'revenue', '1e3'));
    await expectRefusal('BAD number', asked({ totals: { revenue: 5 } }));
    await log.redis.run((connection) => connection.hSet(totals, 'revenue', '12'));
  });

  it.each(setFields)('a set of "%s" is a key of another type', (field) => {
    const fields = field === 'others' ? { name: 'n' } : {};
    return expectRefusal(/WRONGTYPE|holds a/, asked({ version: undefined, ...fields }), {
      [field]: [text()],
    });
  });

  it.each([
    ['the hash of the stock', 5, { tool: 't', set: 1 }],
    ['the hash of the intents', 6, { ends: true }],
    ['the hash of the transactions', 7, { transaction: 'pi_2' }],
    ['the hash of the names', 8, { name: 'n' }],
    ['the hash of the totals', 9, { totals: { revenue: 1 } }],
    ['the set of erased persons', 10, { person: 'user-1' }],
    ['the hash of the sales of the day', 11, { sales: { paid: 1 }, ...day }],
  ] as [string, number, Fields][])('%s is a key of another type', (_, place, changed) =>
    expectRefusal(/WRONGTYPE|holds a/, asked(changed), {}, fixed().with(place - 1, text())),
  );

  it('a rebuild’s fence is up, and opens again when the fence is older than it may be', async () => {
    const moved = asked({ version: 9 });
    const now = Date.now() + 150;
    const putUp = (fence: number) =>
      log.redis.run((connection) => connection.hSet(redisKeys.meta, 'fence', String(fence)));
    await putUp(now + 60_000);
    expect(await call(moved)).toBe('VERSION 1');
    await putUp(now);
    expect(['FENCED', 'VERSION 1']).toContain(await call(moved));
    await expect.poll(() => call(moved)).toBe('VERSION 1');
    await log.redis.run((connection) => connection.hDel(redisKeys.meta, 'fence'));
  });
});

describe('whatever it is called with', () => {
  it('it appends one event with what it changes, or nothing at all', async () => {
    const value: fc.Arbitrary<unknown> = fc.oneof(
      fc.constantFrom('', 'tool-hammer', 'pi_2', projectionCode, 'revenue', null, true, -1, 0, 1, 5),
      fc.constantFrom(1.5, 1e300, 2 ** 53),
      fc.string({ maxLength: 8 }),
      fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 3 }),
      fc.constant({ deeper: 1 }),
    );
    const or = (sound: fc.Arbitrary<unknown>) => fc.oneof({ weight: 3, arbitrary: sound }, value);
    const number = fc.constantFrom(-3, 0, 1, 5, 1e15);
    const word = fc.constantFrom('tool-hammer', 'Claw Hammer', 'pi_2', 'user-1', '');
    const any: Record<string, fc.Arbitrary<unknown>> = {
      ...{ gen: value, code: value, subject: value, type: value, actor: value, requestHash: value },
      ...{ version: or(fc.constant(1)), score: or(number), person: or(word), rev: or(fc.constant(1)) },
      ...{ next: or(fc.constant('1 0\n{}')), after: or(fc.constant(99)), tool: or(word), need: or(number) },
      ...{ set: or(number), add: or(number), transaction: or(word), intent: or(fc.constant('pi_1')) },
      ...{ ends: fc.boolean(), name: or(word), totals: or(fc.dictionary(word, or(number))) },
      ...{ sales: or(fc.dictionary(word, or(number))), from: or(number), to: or(fc.constant(1e15)) },
      ...Object.fromEntries(setFields.map((field) => [field, value])),
    };
    const faults = fc
      .subarray(Object.keys(any), { maxLength: 5 })
      .chain((fields) => fc.record(Object.fromEntries(fields.map((name) => [name, any[name] ?? value]))));
    const free = ['{o}:free-1', '{o}:free-2'];
    let appended = 0;
    await fc.assert(
      fc.asyncProperty(faults, async (changed) => {
        const before = await everything();
        const { seq } = await log.head();
        // An error is allowed before the first write only, so it must have left nothing behind.
        const answer = await call(asked({ version: undefined, ...changed }), { enters: free }).catch(String);
        if (answer.startsWith('OK')) {
          appended += 1;
          expect((await log.head()).seq).toBe(seq + 1);
          await log.redis.run((connection) => connection.del(free));
        } else expect(await everything()).toEqual(before);
      }),
      { numRuns: 400 },
    );
    expect(appended).toBeGreaterThan(10);
  });
});
