import { randomInt, randomUUID } from 'node:crypto';
import type { RedisClient } from '@karigar/events';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { auditPage } from '../audit.ts';
import type { Review } from '../contracts/people.ts';
import { rawRedis } from '../testing/raw-redis.ts';
import { RunningShop, type TestPerson } from '../testing/running-shop.ts';
import { openRecords } from '../testing/shop-records.ts';
import { openReviewList } from './review-list.ts';
import { reviewsOf } from './review-records.ts';

const shop = await RunningShop.start();
const records = await openRecords(shop);
const admin = await shop.admin();
afterAll(async () => {
  await records.close();
  await shop.stop();
});

const review = { reviews: 'A hammer for life', rating: 5 };
const newcomer = (verified = false) => shop.person(`${randomUUID()}@example.com`, { verified });
const add = (as: TestPerson, body: unknown, key: string = randomUUID(), at = shop) =>
  at.json('post', '/reviews', { as, body, headers: { 'Idempotency-Key': key } });
const all = async (at = shop) => (await at.json<Review[]>('get', '/reviews')).body;
const openList = (of: Pick<Parameters<typeof openReviewList>[0], 'personal' | 'erased'>) => {
  const list = openReviewList({ primary: records.log.primary, timeoutMs: 30_000, ...of });
  onTestFinished(list.close);
  return list;
};
/** Another process of the same shop. */
const neighbour = async (environment: Record<string, string> = {}) => {
  const other = await RunningShop.start(environment, shop);
  onTestFinished(() => other.stop({ keepRedis: true }));
  return other;
};

describe('reviews', () => {
  it('are gzipped for clients that read gzip, and not sent again to those who have them', async () => {
    const rahim = await shop.person('rahim@example.com');
    for (const number of Array.from({ length: 10 }).keys())
      await add(rahim, { ...review, reviews: `${number} `.repeat(100) }, randomUUID());
    const ask = (headers: Record<string, string>) => shop.call('get', '/reviews', { headers });
    const [gzipped, plain] = [
      await ask({ 'Accept-Encoding': 'gzip' }),
      await ask({ 'Accept-Encoding': 'identity' }),
    ];
    expect(gzipped.headers.get('content-encoding')).toBe('gzip');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await gzipped.json()).toEqual(await plain.json());
    const cached = { 'Accept-Encoding': 'gzip', 'If-None-Match': gzipped.headers.get('etag') ?? '' };
    expect((await ask(cached)).status).toBe(304);
    await add(rahim, { ...review, reviews: 'one more' }, randomUUID());
    expect((await ask(cached)).status).toBe(200);
  });

  it('show the newest first under the name of the account, never the email', async () => {
    const rahim = await shop.person('rahim@example.com');
    await add(rahim, { ...review, reviews: 'first' }, randomUUID());
    await add(rahim, { ...review, reviews: 'second', email: 'x@y.z', name: 'Forged' }, randomUUID());
    const [newest, older] = await all();
    expect([newest?.reviews, older?.reviews]).toEqual(['second', 'first']);
    expect(newest).toMatchObject({ name: 'Test Person', rating: 5 });
    expect(JSON.stringify(await all())).not.toContain('@');
  });

  it('lose the words of their author in the very moment in which they are erased, also after everybody has read them', async () => {
    const author = await shop.person('author@gone.example', { uid: 'author-gone' });
    await add(author, { ...review, reviews: 'soon gone' }, randomUUID());
    expect((await all())[0]?.reviews).toBe('soon gone');
    await records.log.erasePerson({ uid: author.uid, actor: 'system:test', correlationId: 'test' });
    await expect.poll(() => all()).toMatchObject({ 0: { name: 'A customer', reviews: '' } });
  });

  it('are opened once, not for each who reads them', async () => {
    const opened: string[] = [];
    const openFor = (uid: string, context: string, sealed: string) => {
      opened.push(context);
      return records.personal.openFor<never>(uid, context, sealed);
    };
    const erased = new Set<string>();
    const list = openList({ personal: { ...records.personal, openFor }, erased });
    const read = async () => (await list.page({ limit: 50 })).json.plain.bytes.toString();
    // Its connection comes into being with the first reading.
    await read();
    opened.length = 0;
    erased.add('somebody');
    const { length } = JSON.parse(await read()) as Review[];
    await read();
    expect(opened).toHaveLength(length);
    erased.add('nobody');
    await read();
    expect(opened).toHaveLength(2 * length);
  });

  it('are opened once also while somebody invents pages', async () => {
    const list = openList({ personal: records.personal, erased: new Set() });
    const invented = () => list.page({ limit: 50, cursor: new Date(randomInt(1e12)).toISOString() });
    await invented();
    const first = await list.page({ limit: 50 });
    for (let at = 0; at < 90; at += 1) await invented();
    expect(await list.page({ limit: 50 })).toBe(first);
    for (let at = 0; at < 60; at += 1) await invented();
    expect(await list.page({ limit: 50 })).toBe(first);
  });

  it('are stored once for each key of a person, and another text under the key is refused', async () => {
    const [rahim, karim] = [await shop.person('rahim@example.com'), await shop.person('karim@example.com')];
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(rahim, review, key)));
    expect(new Set(answers.map((answer) => answer.body.insertedId)).size).toBe(1);
    expect((await add(rahim, { ...review, rating: 1 }, key)).body.code).toBe('KEY_REUSED');
    expect((await add(karim, review, key)).body.insertedId).not.toBe(answers[0]?.body.insertedId);
    const count = (await all()).filter((one) => one._id === answers[0]?.body.insertedId).length;
    expect(count).toBe(1);
  });

  it('have a rating from 1 to 5 and a text', async () => {
    const rahim = await shop.person('rahim@example.com');
    for (const body of [
      { reviews: 'x', rating: 6 },
      { reviews: 'x', rating: '2.5' },
      { reviews: ' ', rating: 3 },
      { rating: 3 },
    ])
      expect((await add(rahim, body, randomUUID())).body.code).toBe('INVALID');
  });
});

describe('the public list', () => {
  it('has 50 reviews at most, and leads to older ones', async () => {
    const author = await newcomer();
    for (const number of Array.from({ length: 60 }).keys())
      await add(author, { ...review, reviews: `number ${number}` });
    const first = await shop.json<Review[]>('get', '/reviews');
    expect(first.body).toHaveLength(50);
    const cursor = first.headers.get('x-next-cursor');
    const older = await shop.json<Review[]>('get', `/reviews?cursor=${cursor}&limit=10`);
    expect([...first.body, ...older.body].map(({ reviews }) => reviews)).toEqual(
      Array.from({ length: 60 }, (_, age) => `number ${59 - age}`),
    );
    expect((await shop.call('get', '/reviews?limit=51')).status).toBe(400);
  });

  it('is read from Redis once for each change, whoever reads it and whoever has it already', async () => {
    const author = await newcomer();
    await add(author, { ...review, reviews: 'the last one' });
    const seen: string[] = [];
    const [connection, monitor] = [await rawRedis(shop.redis.url), await rawRedis(shop.redis.url)];
    onTestFinished(() => {
      monitor.destroy();
      connection.destroy();
    });
    // The archive reads reviews too, on connections of its own.
    const clients = String(await connection.sendCommand(['CLIENT', 'LIST'])).split('\n');
    const serving = clients.filter((client) => client.includes(' name=karigar-bff'));
    let isTold: () => void = () => undefined;
    await monitor.monitor((line) => {
      // 1700000000.000001 [0 127.0.0.1:50000] "GET" "{o}:review:…"
      const [, source = '', key = ''] = /\[\d+ (\S+)\] "\w+" "(\{o\}:review[^"]*)"/.exec(String(line)) ?? [];
      if (key === '{o}:review:none') isTold();
      else if (key !== '' && serving.some((one) => one.includes(` addr=${source} `))) seen.push(String(line));
    });
    /** The commands about reviews since it was asked last. */
    const told = async () => {
      const heard = new Promise<void>((resolve) => {
        isTold = resolve;
      });
      await connection.get('{o}:review:none');
      await heard;
      return seen.splice(0);
    };
    const plain = { 'Accept-Encoding': 'identity' };
    const first = await shop.call('get', '/reviews', { headers: plain });
    expect(await told()).not.toEqual([]);
    const known = { ...plain, 'If-None-Match': first.headers.get('etag') ?? '' };
    expect((await shop.call('get', '/reviews', { headers: known })).status).toBe(304);
    await all();
    expect(await told()).toEqual([]);
  });
});

describe('a person', () => {
  it('writes a few reviews a day, fewer while their address is unverified; a repeat is none', async () => {
    const limited = await neighbour({ RATE_LIMIT: 'on' });
    for (const [author, allowed] of [
      [await newcomer(), 2],
      [await newcomer(true), 5],
    ] as const) {
      const keys = Array.from({ length: allowed }, () => randomUUID());
      for (const key of [...keys, ...keys])
        expect((await add(author, review, key, limited)).status).toBe(201);
      const refused = await add(author, review, randomUUID(), limited);
      expect([refused.status, refused.body.code]).toEqual([409, 'TOO_MANY_REVIEWS']);
      expect(refused.body.detail).toContain(`${allowed} reviews a day`);
    }
  });
});

describe('a review that an admin hides', () => {
  const hide = (id: string, hidden: boolean, as: TestPerson = admin) =>
    shop.json('put', `/reviews/${id}`, { as, body: { hidden, ...(hidden && { reason: 'untrue' }) } });
  const ids = async (path: string, as?: TestPerson) =>
    (await shop.json<Review[]>('get', path, { as })).body.map(({ _id }) => _id);

  it('is gone for everybody at once, at every server, and comes back when it is shown again', async () => {
    const other = await neighbour();
    const author = await newcomer();
    const id = String((await add(author, review)).body.insertedId);
    expect((await all(other))[0]?._id).toBe(id);
    expect((await hide(id, true)).body).toEqual({ modifiedCount: 1 });
    expect((await hide(id, true)).body).toEqual({ modifiedCount: 0 });
    expect(await ids('/reviews')).not.toContain(id);
    await expect.poll(async () => (await all(other)).map(({ _id }) => _id)).not.toContain(id);
    expect((await ids('/reviews/hidden', admin))[0]).toBe(id);
    expect(
      await reviewsOf({ redis: records.log.redis, personal: records.personal }, new Set([author.uid])),
    ).toMatchObject([{ _id: id }]);
    expect((await hide(id, false)).body).toEqual({ modifiedCount: 1 });
    expect((await ids('/reviews'))[0]).toBe(id);
    expect(await ids('/reviews/hidden', admin)).not.toContain(id);
    const { entries } = await auditPage(records.log.redis as RedisClient, { search: id, limit: 10 });
    expect(entries.map(({ kind }) => kind)).toEqual(['review.shown', 'review.hidden']);
    expect(entries.map(({ actor }) => actor)).toEqual(Array(2).fill(`admin:${admin.uid}`));
  });

  it('stays hidden when its author sends it again', async () => {
    const [author, key] = [await newcomer(), randomUUID()];
    const id = String((await add(author, review, key)).body.insertedId);
    await hide(id, true);
    expect((await add(author, review, key)).body.insertedId).toBe(id);
    expect(await ids('/reviews')).not.toContain(id);
  });

  it('is one that there is, and nobody else hides it', async () => {
    expect((await hide('rev_none', true)).body.code).toBe('NOT_FOUND');
    const author = await newcomer(true);
    const id = String((await add(author, review)).body.insertedId);
    expect((await hide(id, true, author)).status).toBe(403);
    expect((await shop.call('get', '/reviews/hidden', { as: author })).status).toBe(403);
  });
});
