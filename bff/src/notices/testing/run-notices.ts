import type { OrderLog } from '@karigar/events';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { noticeChannels } from '../../contracts/notices.ts';
import { followChore } from '../../jobs/follow-log.ts';
import { type Jobs, openJobs } from '../../jobs/open-jobs.ts';
import { noticeFollowers, openNotices } from '../follow-notices.ts';
import type { Channel } from '../notice.ts';
import { noticeQueue } from '../notice-queue.ts';
import { waitingRecords } from '../waiting-records.ts';

const reservation = { hours: 72, unverifiedHours: 2 };
const hourMs = 3_600_000;

/** Tells people by these channels as a server does. `said` holds the lines of its log. */
export async function runNotices(
  log: OrderLog,
  channels: readonly Channel[],
  address = 'https://shop.example',
) {
  const said: string[] = [];
  const registry = new Registry();
  const logger = pino({}, { write: (line) => said.push(line) });
  const jobs = await openJobs({ log, logger, registry, lockMs: 2_000 });
  const queue = await openNotices({
    ...{ jobs, log, address, channels, reservation, logger, registry },
    waiting: waitingRecords(log.redis),
    erased: new Set<string>(),
    tool: async (id) => ({
      ...{ name: 'Hammer', minOrderQuantity: 2 },
      availableQuantity: (await log.stock([id]))[0] ?? 0,
    }),
  });
  jobs.begin();
  return {
    ...{ queue, said },
    metrics: () => registry.metrics(),
    letTimePass: (ms?: number) => letTimePass(log, jobs, channels, ms),
    stop: () => jobs.stop(20_000),
  };
}

/** Has all pauses of notices be over, and adds the notices that wait for their time, as if two hours had passed. */
export async function letTimePass(
  log: OrderLog,
  jobs: Jobs,
  channels: readonly Channel[],
  ms = 2 * hourMs,
): Promise<void> {
  const later = { ...log, now: async () => (await log.now()) + ms };
  const followers = noticeFollowers({
    ...{ log, jobs, channels, reservation, queue: noticeQueue(jobs, log) },
    ...{ address: '', tool: async () => undefined, waiting: waitingRecords(log.redis) },
    ...{ erased: new Set<string>(), registry: new Registry(), logger: pino({ level: 'silent' }) },
  });
  for (const follower of followers.filter(({ ageMs }) => ageMs !== 0))
    await followChore(follower, later, new Registry()).work(new AbortController().signal);
  for (const channel of noticeChannels) await jobs.queue(channel).promoteJobs();
}
