import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Review } from '../contracts/people.ts';
import { RunningShop } from '../testing/running-shop.ts';
import { runOperator } from './testing/run-operator.ts';

let shop: RunningShop;
beforeAll(async () => {
  shop = await RunningShop.start();
});
afterAll(() => shop.stop());

const run = (...words: string[]) =>
  runOperator(['reviews', ...words], { REDIS_URL: shop.redis.url, DATA_DIR: shop.dataDir });

it('reviews are listed, hidden from everybody at once and shown again, with notes', async () => {
  const ids: string[] = [];
  for (const reviews of ['Buy pills', 'Buy more pills', 'A good hammer']) {
    const as = await shop.person(`${randomUUID()}@example.com`);
    const { body } = await shop.json('post', '/reviews', { as, body: { reviews, rating: 5 } });
    ids.push(String(body.insertedId));
  }
  const [first = '', second = '', good] = ids;
  const all = async () => (await shop.json<Review[]>('get', '/reviews')).body.map(({ _id }) => _id);
  expect((await run()).out).toContain('Test Person: Buy pills');
  const hidden = await run('--hide', first, second, '--why', 'spam');
  expect(hidden).toMatchObject({ code: 0, err: '' });
  expect(hidden.out).toContain(`${first} is hidden now.`);
  await expect.poll(all).toEqual([good]);
  expect((await run('--hide', first)).out).toContain(`${first} was hidden already.`);
  expect((await run('--json')).json<{ reviews: { _id: string; hidden: boolean }[] }>().reviews).toMatchObject(
    [
      { _id: good, hidden: false },
      { _id: second, hidden: true },
      { _id: first, hidden: true },
    ],
  );
  expect(await run('--show', first, '--why', 'mistake')).toMatchObject({ code: 0 });
  await expect.poll(all).toEqual([good, first]);
  const notes = await runOperator(['notes', '--kind', 'reviews', '--json'], { REDIS_URL: shop.redis.url });
  expect(JSON.parse(notes.out)).toMatchObject([
    { why: 'mistake', detail: { review: first, hidden: false } },
    { why: 'spam', detail: { review: second, hidden: true } },
    { why: 'spam', detail: { review: first, hidden: true } },
  ]);
});

it('a review that is not there is refused', async () => {
  const refused = await run('--hide', 'rev_none');
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('There is no review rev_none') });
});
