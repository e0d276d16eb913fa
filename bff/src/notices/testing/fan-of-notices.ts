import { setTimeout as pause } from 'node:timers/promises';
import { openOrderLog } from '@karigar/events';
import { offerTool, origin, sampleTool } from '@karigar/events/sample-shop';
import { NoticeFault } from '../notice.ts';
import { waitingRecords } from '../waiting-records.ts';
import { runNotices } from './run-notices.ts';

/** What Redis was asked for by a fan of notices. */
interface Fan {
  jobs: number;
  seconds: number;
  /** Commands and scripts that held Redis for longer than 10 ms: how long (ms), and what. */
  slow: readonly (readonly [ms: number, command: string])[];
}

const slowMicroseconds = 10_000;

/**
 * Has many people, each with so many devices, be told that a tool is back; none can be told at first, and all are sent again. Reads from Redis
 * which commands held it for longer than 10 ms meanwhile.
 */
export async function fanOfNotices(url: string, people: number, devices: number): Promise<Fan> {
  const log = await openOrderLog({ url, commandTimeoutMs: 60_000 });
  const ask = (...words: string[]) => log.redis.run((connection) => connection.sendCommand(words));
  await offerTool(log, sampleTool(), 0);
  const waiting = waitingRecords(log.redis);
  for (let at = 0; at < people; at += 1) await waiting.put(sampleTool().id, `uid-${at}`);
  let isAway = true;
  const send = async () => {
    if (isAway) throw new NoticeFault('Away.', { isFinal: true });
    return 'sent' as const;
  };
  const names = Array.from({ length: devices }, (_, at) => `device-${at}`);
  const notices = await runNotices(log, [
    { name: 'mail', targets: async ({ uid }) => [uid], send },
    { name: 'push', targets: async ({ uid }) => names.map((device) => `${uid} ${device}`), send },
  ]);
  await ask('CONFIG', 'SET', 'slowlog-log-slower-than', String(slowMicroseconds), 'slowlog-max-len', '1000');
  await ask('SLOWLOG', 'RESET');
  const since = performance.now();
  await log.setStock({ toolId: sampleTool().id, set: people, ...origin });
  const jobs = people * (devices + 1);
  const until = async (state: 'waiting' | 'failed', count: number) => {
    while ((await notices.queue.counts())[state] !== count) await pause(200);
  };
  await until('failed', jobs);
  await notices.queue.failed();
  await notices.queue.oldest();
  isAway = false;
  await notices.queue.allAgain();
  await until('failed', 0);
  await until('waiting', 0);
  const seconds = (performance.now() - since) / 1_000;
  const entries = (await ask('SLOWLOG', 'GET', '1000')) as unknown as [number, number, number, string[]][];
  await notices.stop();
  await log.close();
  return {
    jobs,
    seconds,
    slow: entries.map(([, , us, words]) => [us / 1_000, words.join(' ').slice(0, 200)]),
  };
}
