import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventLine, type OrderLog, openOrderLog } from '@karigar/events';
import { type ReplicatedRedis, startReplicatedRedis } from '@karigar/events/replicated-redis';
import { offerTool, samplePlace, sampleTool } from '@karigar/events/sample-shop';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Manifest, readChecked } from './checked-file.ts';
import { runOperator } from './testing/run-operator.ts';

let pair: ReplicatedRedis;
let dir: string;
const nameOf = (url: string) => url.slice('redis://'.length);
const run = (...args: string[]) => runOperator(args, { DATA_DIR: dir, REDIS_URL: pair.url });
async function at<T>(url: string, work: (log: OrderLog) => Promise<T>): Promise<T> {
  const log = await openOrderLog({ url });
  return work(log).finally(() => log.close());
}
const place = (idempotencyKey: string) => (log: OrderLog) => log.place(samplePlace({ idempotencyKey }));

beforeEach(async () => {
  pair = await startReplicatedRedis();
  dir = await mkdtemp(join(tmpdir(), 'karigar-replication-'));
  await at(pair.primary.url, (log) => offerTool(log, sampleTool(), 100));
  await pair.everythingArrives();
});
afterEach(async () => {
  await pair?.stop();
  await rm(dir, { recursive: true, force: true });
});

it('moves the primary, says before what it would do, and says so in the notes', async () => {
  const to = nameOf(pair.replica.url);
  const from = nameOf(pair.primary.url);
  const planned = await run('promote', '--to', to, '--dry-run', '--json');
  expect(planned).toMatchObject({ code: 0, err: '' });
  expect(planned.json()).toMatchObject({ raises: true, epoch: 1, demoted: [from], seq: 1 });
  expect((await at(pair.primary.url, (log) => log.head())).epoch).toBe(0);
  const done = await run('promote', '--to', to, '--why', 'planned', '--who', 'rina');
  expect(done).toMatchObject({ code: 0, err: '' });
  expect(done.out).toContain(`${to} is the primary of epoch 1, from event 1 on.`);
  expect((await run('promote', '--to', to)).out).toContain('is the primary already, of epoch 1.');
  expect((await run('notes', '--kind', 'promote')).out).toContain('ops:rina  planned');
});

it('needs a word for a silent primary, saves its tail when it is back, and makes it a replica', async () => {
  const [old, to] = [nameOf(pair.primary.url), nameOf(pair.replica.url)];
  await pair.part();
  const tail = await at(pair.primary.url, place('tail'));
  await pair.primary.kill();
  const refused = await run('promote', '--to', to);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain(`${old} does not answer`);
  expect((await run('promote', '--to', to, '--fenced', ' ')).err).toContain('Say after --fenced how');
  const done = await run('promote', '--to', to, '--fenced', 'switched off', '--json');
  expect(done).toMatchObject({ code: 0, err: '' });
  expect(done.json()).toMatchObject({ primary: to, epoch: 1, seq: 1 });
  await pair.primary.restart();
  const back = await run('rejoin', '--node', old, '--why', 'returned');
  expect(back).toMatchObject({ code: 0, err: '' });
  expect(back.out).toContain(`K-2 ${tail.order.id}: order.created (event 2)`);
  const [file = ''] = await readdir(join(dir, 'rejoin'));
  const ids: string[] = [];
  const format = { what: 'tail', line: EventLine, manifest: Manifest.loose() };
  await readChecked(join(dir, 'rejoin', file), format, ({ id }) => void ids.push(id));
  expect(ids).toEqual(['2-0']);
  const again = await run('rejoin', '--node', old, '--json');
  expect(again.json()).toEqual({ node: old, primary: to, changed: false });
  expect((await run('notes', '--kind', 'rejoin')).out).toContain('returned');
});

it('refuses what Sentinels decide', async () => {
  const variables = { DATA_DIR: dir, REDIS_URL: 'redis+sentinel://127.0.0.1:1/karigar' };
  const refused = await runOperator(['promote', '--to', '127.0.0.1:1'], variables);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain('stop the Sentinels first');
});
