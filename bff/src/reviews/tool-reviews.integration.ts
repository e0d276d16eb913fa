import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { HiddenReview, Review, ToolReviews } from '../contracts/people.ts';
import { anOrder, RunningShop, type TestPerson } from '../testing/running-shop.ts';
import { openRecords } from '../testing/shop-records.ts';

const shop = await RunningShop.start();
const records = await openRecords(shop);
const admin = await shop.admin();
afterAll(async () => {
  await records.close();
  await shop.stop();
});

const origin = { actor: 'system:test', correlationId: 'test' };
const newcomer = () => shop.person(`${randomUUID()}@example.com`);
const add = (as: TestPerson, body: object, key: string = randomUUID()) =>
  shop.json('post', '/reviews', {
    as,
    body: { reviews: 'Cuts well', rating: 5, ...body },
    headers: { 'Idempotency-Key': key },
  });
const added = async (as: TestPerson, body: object) => String((await add(as, body)).body.insertedId);
const of = (toolId: string, query = '') => shop.json<ToolReviews>('get', `/tools/${toolId}/reviews${query}`);
const order = async (as: TestPerson, toolId: string) => {
  const { body } = await shop.json<{ insertedId: string }>('post', '/orders', {
    as,
    body: anOrder(as, toolId),
  });
  return body.insertedId;
};
const pay = (orderId: string) => records.log.pay({ orderId, transactionId: `pi_${orderId}`, ...origin });
const hide = (id: string, reason: string | null) =>
  shop.json('put', `/reviews/${id}`, {
    as: admin,
    body: reason === null ? { hidden: false } : { hidden: true, reason },
  });
const answer = (id: string, text: string, as = admin) =>
  shop.json('put', `/reviews/${id}/reply`, { as, body: { text } });
const kindsOf = async (id: string) => {
  const { body } = await shop.json<{ kind: string }[]>('get', `/audit?search=${id}`, { as: admin });
  return body.map(({ kind }) => kind);
};

describe('the reviews of a tool', () => {
  it('are its own, newest first, in pages, with the rating of all of them; those of the shop are of no tool', async () => {
    const [toolId, other] = [await shop.newTool(), await shop.newTool()];
    expect((await of(toolId)).body).toEqual({ rating: null, reviews: [] });
    const author = await newcomer();
    await add(author, {});
    await add(author, { toolId: other, rating: 1 });
    for (const rating of [5, 4, 4]) await add(author, { toolId, rating, reviews: `${rating} stars` });
    const first = await of(toolId, '?limit=2');
    expect(first.body.rating).toEqual({ average: 4.3, count: 3 });
    const rest = await of(toolId, `?limit=2&cursor=${first.headers.get('x-next-cursor')}`);
    expect([...first.body.reviews, ...rest.body.reviews].map(({ rating }) => rating)).toEqual([4, 4, 5]);
    expect([rest.body.rating, rest.headers.get('x-next-cursor')]).toEqual([first.body.rating, null]);
    const { body: all } = await shop.json<Review[]>('get', '/reviews?limit=5');
    expect(all.map((review) => review.toolId)).toEqual([toolId, toolId, toolId, other, null]);
    expect(all[0]).toMatchObject({ verified: false, reply: null });
  });

  it('are of a tool that there is or was, and stay those of one tool', async () => {
    const [author, toolId, key] = [await newcomer(), await shop.newTool(), randomUUID()];
    for (const path of ['tool_none', '']) {
      const refused = await add(author, { toolId: path });
      expect(refused.body.code).toBe(path === '' ? 'INVALID' : 'TOOL_NOT_FOUND');
    }
    expect((await of('tool_none')).body).toMatchObject({ code: 'TOOL_NOT_FOUND' });
    expect((await add(author, { toolId }, key)).status).toBe(201);
    expect((await add(author, {}, key)).body.code).toBe('KEY_REUSED');
    await shop.call('delete', `/tools/${toolId}`, { as: admin });
    expect((await add(author, { toolId, rating: 1 })).status).toBe(201);
    expect((await of(toolId)).body.rating).toEqual({ average: 3, count: 2 });
  });

  it('are marked where their author has paid for the tool by then, whatever the client says', async () => {
    const [buyer, toolId] = [await newcomer(), await shop.newTool()];
    const marks = async () => (await of(toolId)).body.reviews.map(({ verified }) => verified);
    await add(buyer, { toolId, verified: true });
    const [unpaid, shipped] = [await order(buyer, toolId), await order(buyer, await shop.newTool())];
    await pay(shipped);
    await add(buyer, { toolId });
    expect(await marks()).toEqual([false, false]);
    await pay(unpaid);
    await add(buyer, { toolId });
    await add(await newcomer(), { toolId });
    await records.log.ship({ orderId: unpaid, ...origin });
    await add(buyer, { toolId });
    expect(await marks()).toEqual([true, false, true, false, false]);
    const refunds = [
      { type: 'request-refund', reason: 'other', restock: false },
      { type: 'record-refund', refundId: `re_${unpaid}`, amount: 2_400, by: 'shop' },
    ] as const;
    for (const refund of refunds) await records.log.afterPayment(unpaid, refund, origin);
    await add(buyer, { toolId });
    expect(await marks()).toEqual([false, true, false, true, false, false]);
  });

  it('lose a hidden one at once, in words and stars, until it is shown again', async () => {
    const [author, toolId] = [await newcomer(), await shop.newTool()];
    const [good, bad] = [await added(author, { toolId }), await added(author, { toolId, rating: 1 })];
    await of(toolId);
    expect((await hide(bad, 'offensive')).body).toEqual({ modifiedCount: 1 });
    const { body } = await of(toolId);
    expect([body.rating, body.reviews.map(({ _id }) => _id)]).toEqual([{ average: 5, count: 1 }, [good]]);
    const { body: hidden } = await shop.json<HiddenReview[]>('get', '/reviews/hidden', { as: admin });
    expect(hidden[0]).toMatchObject({ _id: bad, reason: 'offensive', toolId });
    await hide(bad, null);
    expect((await of(toolId)).body.rating).toEqual({ average: 3, count: 2 });
    expect(await kindsOf(bad)).toEqual(['review.shown', 'review.hidden']);
    const unsaid = await shop.json('put', `/reviews/${bad}`, { as: admin, body: { hidden: true } });
    expect([unsaid.status, unsaid.body.code]).toEqual([400, 'INVALID']);
  });
});

describe('the public answer to a review', () => {
  const replyTo = async (toolId: string) => (await of(toolId)).body.reviews[0]?.reply ?? null;

  it('is one, clean and short, can be changed and taken away, and is recorded', async () => {
    const [author, toolId] = [await newcomer(), await shop.newTool()];
    const id = await added(author, { toolId });
    expect(await replyTo(toolId)).toBeNull();
    expect((await answer(id, ' Thank\u200b you ')).body).toEqual({ modifiedCount: 1 });
    expect((await answer(id, 'Thank you')).body).toEqual({ modifiedCount: 0 });
    expect((await replyTo(toolId))?.text).toBe('Thank you');
    await answer(id, 'Thank you!');
    expect((await replyTo(toolId))?.text).toBe('Thank you!');
    for (const text of ['\u200b', 'x'.repeat(1_001)])
      expect((await answer(id, text)).body.code).toBe('INVALID');
    const remove = () => shop.json('delete', `/reviews/${id}/reply`, { as: admin });
    expect([(await remove()).body, (await remove()).body]).toEqual([
      { modifiedCount: 1 },
      { modifiedCount: 0 },
    ]);
    expect(await replyTo(toolId)).toBeNull();
    expect(await kindsOf(id)).toEqual(['review.answer-removed', 'review.answered', 'review.answered']);
    expect((await answer(id, 'Mine', author)).status).toBe(403);
  });

  it('goes with the words of an author who is erased, and cannot be given to them any more', async () => {
    const [author, toolId] = [await newcomer(), await shop.newTool()];
    const id = await added(author, { toolId });
    await answer(id, 'Thank you, Rahima');
    expect(await replyTo(toolId)).not.toBeNull();
    await records.log.erasePerson({ uid: author.uid, ...origin });
    await expect
      .poll(async () => (await of(toolId)).body.reviews)
      .toMatchObject([{ reviews: '', reply: null }]);
    expect((await answer(id, 'Thank you')).body.code).toBe('NOT_FOUND');
    expect((await of(toolId)).body.rating).toEqual({ average: 5, count: 1 });
  });
});
