import { type OrderLog, openOrderLog } from '@karigar/events';
import { startRedis } from '@karigar/events/testing';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, afterEach, expect, it } from 'vitest';
import { type Chore, openJobs } from './open-jobs.ts';

const patience = { timeout: 60_000 };
const running: { stop(graceMs?: number): Promise<void> }[] = [];

const redis = await startRedis();
const log = await openOrderLog({ url: redis.url, commandTimeoutMs: 20_000 });
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop(20_000)));
  await log.redis.run((connection) => connection.flushAll());
});
afterAll(async () => {
  await log.close();
  await redis.stop();
});

async function server(chore: Chore, clock: Pick<OrderLog, 'now'> = log) {
  const said: string[] = [];
  const registry = new Registry();
  const logger = pino({}, { write: (line) => said.push(line) });
  const jobs = await openJobs({
    ...{ logger, registry, lockMs: 1_000 },
    log: { primary: log.primary, now: clock.now },
  });
  jobs.chore(chore);
  jobs.begin();
  running.push(jobs);
  return { said, metrics: () => registry.metrics() };
}

it('of several servers one does a chore at a time, and a fault does not end it', async () => {
  let [atOnce, most, rounds] = [0, 0, 0];
  const chore: Chore = {
    name: 'count',
    everyMs: 30,
    async work() {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((done) => setTimeout(done, 40));
      atOnce -= 1;
      rounds += 1;
      if (rounds === 2) throw new Error('the provider is away');
    },
  };
  const servers = await Promise.all([server(chore), server(chore), server(chore)]);
  await expect.poll(() => rounds, patience).toBeGreaterThan(6);
  expect(most).toBe(1);
  expect(servers.flatMap(({ said }) => said).join('')).toContain('the provider is away');
});

it('a chore is done once in its time, however many servers ask', async () => {
  let rounds = 0;
  const chore: Chore = {
    name: 'rare',
    everyMs: 3_600_000,
    async work() {
      rounds += 1;
    },
  };
  await Promise.all([server(chore), server(chore)]);
  await expect.poll(() => rounds, patience).toBe(1);
  await server(chore);
  const other = { name: 'after', everyMs: 50, work: async () => undefined };
  const { metrics } = await server(other);
  await expect.poll(metrics, patience).toMatch(/^karigar_chores_total{chore="after",result="done"} /m);
  expect(rounds).toBe(1);
});

it('a server whose clock is wrong does nothing until it is right', async () => {
  let ahead = 70_000;
  let rounds = 0;
  const work = async () => {
    rounds += 1;
  };
  const now = async () => (await log.now()) - ahead;
  const { said, metrics } = await server({ name: 'work', everyMs: 50, work }, { now });
  await expect.poll(() => said.join(''), patience).toContain('the clock of this server is wrong');
  expect(await metrics()).toMatch(/^karigar_clock_skew_seconds (69|70)/m);
  expect(rounds).toBe(0);
  ahead = 0;
  await expect.poll(() => rounds, patience).toBeGreaterThan(0);
});
