import { startRedis, startReplica } from '@karigar/events/testing';
import { afterAll, expect, it } from 'vitest';
import { RunningShop } from '../testing/running-shop.ts';

const redis = await startRedis();
const replica = await startReplica(redis);
const places = { REDIS_URL: redis.url, REPLICAS: '1' };
const shop = await RunningShop.start(places, { redis });
const person = await shop.person('rahima@example.com');
afterAll(async () => {
  replica.resume();
  await shop.stop();
  await replica.stop();
});

const save = (city: string) =>
  shop.call('put', `/userinfo/${person.email}`, {
    as: person,
    body: { phone: '01712345678', education: 'BSc', country: 'Bangladesh', city },
  });

it('what no replica has flushed is not acknowledged, also when it is sent again and nothing has to change', async () => {
  expect((await save('Dhaka')).status).toBe(200);
  replica.pause();
  // The first writes; the second finds it written, and changes nothing.
  for (const _ of ['first', 'again']) {
    const answer = await save('Khulna');
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([503, 'UNAVAILABLE']);
  }
  expect((await shop.call('get', `/userinfo/${person.email}`, { as: person })).status).toBe(200);
  replica.resume();
  await expect.poll(() => save('Khulna').then(({ status }) => status)).toBe(200);
});
