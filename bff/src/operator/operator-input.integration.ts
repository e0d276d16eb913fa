import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openOperatorShop } from './testing/operator-shop.ts';

const place = await openOperatorShop();
afterAll(() => place.stop());

describe('a time or place that cannot be meant', () => {
  it.each(['order 12', '2026-02-31', '2026-11-21T25:00:00Z', 'yesterday'])(
    'show --as-of %s is refused',
    async (time) => {
      const refused = await place.run(['show', place.orderId, '--as-of', time]);
      expect(refused.code).toBe(1);
      expect(refused.err).toContain('Write the number of an event, or a time such as');
    },
  );

  it.each(['2026-11-21', '2026-11-21T18:30', '2026-11-21T18:30:00Z', '2099-11-21T18:30:00.5+06:00'])(
    'show --as-of %s is taken',
    async (time) => expect((await place.run(['show', place.orderId, '--as-of', time])).code).toBe(0),
  );

  it('an event behind the head is refused', async () => {
    const { seq } = await place.shop.log.head();
    const { err } = await place.run(['show', place.orderId, '--as-of', String(seq + 1)]);
    expect(err).toContain(`There is no event ${seq + 1} yet`);
  });
});

describe('an export', () => {
  it('that the disk takes only in part is none', async () => {
    const folder = join(place.dir, 'short');
    const short = await place.inShell('ulimit -f 1; "$@"', ['export', folder]);
    expect(short.code).toBe(1);
    const imported = await place.run(['import', folder, '--yes'], { REDIS_URL: place.empty.url });
    expect(imported).toMatchObject({ code: 1, err: expect.stringContaining('no archive of a shop') });
  });

  it('is not blamed for a folder that takes no picture', async () => {
    const file = join(place.dir, 'good');
    expect((await place.run(['export', file])).code).toBe(0);
    const target = join(place.dir, 'no-pictures');
    await mkdir(join(target, 'images', 'a1b2-800.webp'), { recursive: true });
    const failed = await place.run(['import', file, '--yes'], {
      REDIS_URL: place.empty.url,
      DATA_DIR: target,
    });
    expect(failed.code).toBe(1);
    expect(failed.err).toContain('a1b2-800.webp');
    const again = await place.run(['import', file, '--yes'], {
      REDIS_URL: place.empty.url,
      DATA_DIR: join(place.dir, 'again'),
    });
    expect(again).toMatchObject({ code: 0, err: '' });
  });

  it('of another shop is told apart from damage', async () => {
    const folder = join(place.dir, 'other');
    await mkdir(folder);
    const told = await place.run(['verify', '--against', folder]);
    expect(told).toMatchObject({ code: 1, err: expect.stringContaining('holds no archive of the shop') });
  });
});

describe('an order', () => {
  it('whose stored text is broken is replayed from the log', async () => {
    const { gen } = await place.shop.log.head();
    const key = `{o}:g${gen}:order:${place.orderId}`;
    const text = await place.shop.log.redis.run((connection) => connection.get(key));
    for (const broken of ['nonsense', (text ?? '').slice(0, -4)]) {
      await place.shop.log.redis.run((connection) => connection.set(key, broken));
      const replayed = await place.run(['replay', place.orderId]);
      expect(replayed.code).toBe(1);
      expect(replayed.out).toContain('THE READ MODEL DIFFERS');
      expect(replayed.out).toContain('npm run orders -- rebuild');
      expect((await place.run(['show', place.orderId])).err).toContain('npm run orders -- replay');
    }
    await place.shop.log.redis.run((connection) => connection.set(key, text ?? ''));
  });

  it('cannot draw on the operator’s terminal', async () => {
    const { order } = await place.shop.log.place({
      ...{
        uid: 'u\nstatus          paid\u001b[2J\u009b2J\u202e',
        idempotencyKey: 'k',
        requestHash: 'r',
        person: 'sealed',
      },
      ...{ toolId: await place.shop.newTool(3), quantity: 1, actor: 'system:test', correlationId: 'test' },
    });
    const { out } = await place.run(['show', order.id]);
    for (const character of ['\u001b', '\u009b', '\u202e']) expect(out).not.toContain(character);
    expect(out).not.toContain('\nstatus          paid');
    expect(out).toContain('u\\nstatus          paid');
  });
});
