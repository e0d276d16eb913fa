import type { OrderLog } from '@karigar/events';
import { type Logger, pino } from 'pino';
import { Registry } from 'prom-client';
import { type Follower, followChore } from '../follow-log.ts';
import { type Chore, openJobs } from '../open-jobs.ts';

/** Runs followers of the log as a server does. `said` holds the lines of its log. */
export const runFollowers = (log: OrderLog, followers: readonly Follower[], lockMs?: number) =>
  runChores(log, ({ registry }) => followers.map((follower) => followChore(follower, log, registry)), lockMs);

/** Runs chores as a server does. `said` holds the lines of its log. */
export async function runChores(
  log: OrderLog,
  make: (parts: { registry: Registry; logger: Logger }) => readonly Chore[],
  lockMs = 1_000,
) {
  const said: string[] = [];
  const registry = new Registry();
  const logger = pino({}, { write: (line) => said.push(line) });
  const jobs = await openJobs({ log, logger, registry, lockMs });
  for (const chore of make({ registry, logger })) jobs.chore(chore);
  jobs.begin();
  return { said, metrics: () => registry.metrics(), stop: () => jobs.stop(20_000) };
}
