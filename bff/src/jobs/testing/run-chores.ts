import type { OrderLog } from '@karigar/events';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { type Follower, followChore } from '../follow-log.ts';
import { openJobs } from '../open-jobs.ts';

/** Runs followers of the log as a server does. `said` holds the lines of its log. */
export async function runFollowers(log: OrderLog, followers: readonly Follower[], lockMs = 1_000) {
  const said: string[] = [];
  const registry = new Registry();
  const logger = pino({}, { write: (line) => said.push(line) });
  const jobs = await openJobs({ log, logger, registry, lockMs });
  for (const follower of followers) jobs.chore(followChore(follower, log, registry));
  jobs.begin();
  return { said, metrics: () => registry.metrics(), stop: () => jobs.stop(20_000) };
}
