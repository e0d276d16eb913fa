import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openObjects, openOrderLog } from '@karigar/events';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { archiveChore } from '../archive/archive-shop.ts';
import { archiveState, askForRound } from '../archive/archive-state.ts';
import { runChores } from '../jobs/testing/run-chores.ts';
import { newPerson } from '../payments/testing/test-shop.ts';
import { openOperatorShop } from './testing/operator-shop.ts';
import { runOperatorProcess } from './testing/run-operator.ts';

const patience = { timeout: 60_000 };

const operated = await openOperatorShop();
const { log, redisUrl } = operated.shop;
const from = pathToFileURL(operated.dir).href;
const archiving = await runChores(log, (parts) => {
  const objects = openObjects(from, { credentials: null });
  return [archiveChore({ ...parts, log, redisUrl, objects, everySeconds: 3_600, keepDays: 35 })].flatMap(
    (chore) => chore ?? [],
  );
});
beforeEach(async () => {
  const log = await openOrderLog({ url: operated.empty.url });
  await log.redis.run((connection) => connection.flushAll());
  await log.close();
});
afterAll(async () => {
  await archiving.stop();
  await operated.stop();
});

const restore = (...args: string[]) =>
  operated.run(['import', ...args], { REDIS_URL: operated.empty.url, SIMULATOR_URL: '' });
/** Has everything archived, records as well. */
const archiveAll = async () => {
  const { redis } = operated.shop.log;
  const asked = Date.now();
  await askForRound(redis);
  await expect
    .poll(async () => {
      const at = (await archiveState(redis))?.at ?? 0;
      if (at <= asked) await askForRound(redis);
      return at;
    }, patience)
    .toBeGreaterThan(asked);
};

describe('archive', () => {
  it('is written up to the newest event at once, and is whole', async () => {
    const { log } = operated.shop;
    await operated.shop.newTool(5);
    const { seq, hash, shop } = await log.head();
    const run = await operated.run(['archive', '--json']);
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.json()).toMatchObject({ shop, seq, hash, segments: 1, faults: [] });
    expect((await operated.run(['archive'])).out).toContain(`ends with event ${seq}, ${hash}`);
  });
});

describe('import of the archive of the servers', () => {
  it('brings the whole shop back into an empty Redis, and says of when it is', async () => {
    await archiveAll();
    const { log } = operated.shop;
    const { seq, shop } = await log.head();
    const run = await restore('--yes', '--why', 'lost', '--json');
    expect(run.code).toBe(0);
    expect(run.json()).toMatchObject({ shop, head: { seq }, recordsFault: null, verification: { count: 0 } });
    const restored = await openOrderLog({ url: operated.empty.url, mustExist: true });
    expect([await restored.shop(), await restored.totals()]).toEqual([shop, await log.totals()]);
    await restored.close();
    const again = await restore('--yes');
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('This store is not empty')]);
  });

  it('brings it back as of an event or a time, with an id of its own where it is asked for', async () => {
    await archiveAll();
    const byNumber = await restore('--yes', '--as-of', '7', '--as-copy');
    expect(byNumber.out).toContain('Restored 7 events');
    expect(byNumber.out).toContain('Mind that the earliest records that are kept are of');
    const copy = await openOrderLog({ url: operated.empty.url, mustExist: true });
    expect(await copy.shop()).not.toBe(await operated.shop.log.shop());
    await copy.redis.run((connection) => connection.flushAll());
    await copy.close();
    const { seq, ts } = await operated.shop.log.head();
    const before = new Date(ts).toISOString();
    await operated.shop.newOrder(await operated.shop.newTool(9), newPerson());
    await archiveAll();
    expect((await restore('--yes', '--as-of', before)).out).toContain(`Restored ${seq} events`);
  });

  it('refuses what it cannot do, in a sentence that says what to do', async () => {
    await archiveAll();
    const refusals = [
      [['--as-of', 'yesterday'], 'Write the number of an event, or a time such as'],
      [['--as-of', '20261121', '--yes'], 'The archive of this shop reaches from event 1 to event '],
      [['--as-of', '2001-01-01', '--yes'], 'choose a moment in between, or none for the last one'],
      [['--shop', 'not-this-shop', '--yes'], 'The archive holds no log of the shop not-this-shop'],
    ] as const;
    for (const [args, sentence] of refusals) {
      const { code, err } = await restore(...args);
      expect([code, err]).toEqual([1, expect.stringContaining(sentence)]);
    }
    const looked = await restore();
    expect([looked.code, looked.err]).toEqual([1, '']);
    expect(looked.out).toContain('would be written to the Redis at');
    expect(looked.out).toContain('Nothing was changed. Add --yes to do it.');
  });
});

describe('open', () => {
  it('shows the whole shop as it was, in which nothing can be changed, until Ctrl-C', async () => {
    await mkdir(join(operated.dir, 'keys'), { recursive: true });
    await archiveAll();
    const asOf = new Date().toISOString();
    const { shop } = operated;
    const later = await shop.newTool(7);
    const { seq } = await shop.log.head();
    const stop = new AbortController();
    let said = '';
    const running = runOperatorProcess(
      ['open', '--as-of', asOf],
      {
        ...operated.variables(),
        FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9',
        SIMULATOR_URL: 'http://127.0.0.1:9',
      },
      stop.signal,
      (out) => {
        said = out;
      },
    );
    await expect.poll(() => said, { timeout: 90_000 }).toContain('Ctrl-C closes and removes it');
    const url = /is open at (\S+)/.exec(said)?.[1] ?? '';
    const tools = (await (await fetch(`${url}/api/tools`)).json()) as { _id: string }[];
    expect(tools.length).toBeGreaterThan(0);
    expect(tools.map(({ _id }) => _id)).not.toContain(later);
    const placed = await fetch(`${url}/api/orders`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect([placed.status, await placed.json()]).toEqual([
      403,
      expect.objectContaining({ detail: expect.stringContaining(`This is a copy of the shop from ${asOf}`) }),
    ]);
    const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const changing = Object.entries(paths).flatMap(([path, calls]) =>
      Object.keys(calls)
        .filter((method) => method !== 'get')
        .map((method) => ({ method, path })),
    );
    const allowed = [];
    for (const { method, path } of changing) {
      const answer = await fetch(`${url}${path.replaceAll(/\{\w+\}/g, 'x')}`, {
        method: method.toUpperCase(),
      });
      if (answer.status !== 403) allowed.push(`${method} ${path}`);
    }
    expect(allowed).toEqual(['put /api/user/{email}']);
    stop.abort();
    expect((await running).code).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
    // The running shop did not notice.
    expect((await shop.log.head()).seq).toBe(seq);
  });
});
