import { redisKeys } from '@karigar/events';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { customersFollower } from './customer-index.ts';
import { IndexShop } from './testing/index-shop.ts';

const add = (uid: string, email: string, name: string) =>
  index.add([{ uid, terms: index.termsOf({ email, name }) }]);
const find = async (text: string, most?: number) => {
  const { uids, more } = await index.find(text, most);
  return { uids: uids.toSorted(), more };
};
const size = () =>
  shop.log.redis.run((connection) => connection.zCard(redisKeys.follower(customersFollower, 'index')));

const shop = await IndexShop.start();
const index = shop.index;
beforeEach(() => index.clear());
afterAll(() => shop.stop());

describe('the index', () => {
  it('finds who fits every word', async () => {
    await add('u1', 'rahim@example.com', 'Rahim Uddin');
    await add('u2', 'karim@example.com', 'Karim Uddin');
    await add('u3', 'uddin@example.com', 'Rina Das');
    expect(await find('uddin')).toEqual({ uids: ['u1', 'u2', 'u3'], more: false });
    expect(await find('udd kar')).toEqual({ uids: ['u2'], more: false });
    expect(await find('karim@example.com')).toEqual({ uids: ['u2'], more: false });
    expect(await find('rina karim')).toEqual({ uids: [], more: false });
    expect(await find('nobody')).toEqual({ uids: [], more: false });
    expect(await find('')).toEqual({ uids: [], more: false });
  });

  it('names so many at most, and says when there are more', async () => {
    const many = Array.from({ length: 2_345 }, (_, at) => ({
      uid: `u${at}`,
      terms: index.termsOf({ email: `e${at}@example.com`, name: `Common ${at % 2 ? 'Odd' : 'Even'}` }),
    }));
    await index.add(many);
    expect(await index.find('common')).toMatchObject({ more: true });
    expect((await index.find('common')).uids).toHaveLength(100);
    expect((await index.find('common odd', 5_000)).uids).toHaveLength(1_172);
    expect(await index.find('common', 2_345)).toMatchObject({ more: false });
    expect(await index.find('common', 2_344)).toMatchObject({ more: true });
  });

  it('knows each name and address that a customer has used, and writes nothing that it has', async () => {
    await add('u1', 'rahim@example.com', 'Rahim Uddin');
    await add('u1', 'rahim@new.example', 'Rahim Chowdhury');
    const before = await size();
    await add('u1', 'rahim@example.com', 'Rahim Uddin');
    expect(await size()).toBe(before);
    for (const query of ['uddin', 'chowdhury', 'rahim@example.com', 'rahim@new.example'])
      expect([query, await find(query)]).toEqual([query, { uids: ['u1'], more: false }]);
  });

  it('drops the oldest names of somebody who fills it', async () => {
    for (let at = 0; at < 80; at += 1) await add('u1', 'rahim@example.com', `Name${at}xyz Word${at}abc`);
    expect(await size()).toBeLessThanOrEqual(200);
    expect((await find('name79xyz')).uids).toEqual(['u1']);
    const { uids } = await find('name0xyz word79abc');
    expect(uids).toEqual([]);
  });

  it('holds nothing that anybody can read', async () => {
    await add('uid-1', 'zyxwalda@traces.test', 'Zyxwalda Quörndun');
    const { redis } = shop.log;
    const keys = [
      redisKeys.follower(customersFollower, 'index'),
      redisKeys.follower(customersFollower, 'terms'),
    ];
    const members = await redis.run((connection) => connection.zRange(keys[0] as string, 0, -1));
    const stored = await redis.run((connection) => connection.hGetAll(keys[1] as string));
    const all = JSON.stringify([members, stored]).toLowerCase();
    expect(members.length).toBeGreaterThan(10);
    for (const word of ['zyx', 'walda', 'quö', 'traces', '@']) expect(all).not.toContain(word);
  });

  it('removes a customer for good', async () => {
    await add('u1', 'rahim@example.com', 'Rahim Uddin');
    await add('u2', 'karim@example.com', 'Karim Uddin');
    expect(await find('Rahim@example.com')).toEqual({ uids: ['u1'], more: false });
    await index.remove(['u1', 'u9']);
    await index.remove(['u1']);
    await add('u1', 'rahim@example.com', 'Rahim Uddin');
    await add('u9', 'nina@example.com', 'Nina');
    expect(await find('uddin')).toEqual({ uids: ['u2'], more: false });
    expect(await find('nina')).toEqual({ uids: [], more: false });
    expect(await find('rahim@example.com')).toEqual({ uids: [], more: false });
    const members = await shop.log.redis.run((connection) =>
      connection.zRange(redisKeys.follower(customersFollower, 'index'), 0, -1),
    );
    expect(members.filter((member) => /u[19]$/.test(member))).toEqual([]);
  });
});
