import { type LogHead, type RedisClient, redisKeys } from '@karigar/events';
import { type NoticeChannel, noticeChannels } from '../contracts/notices.ts';
import { runInTurn, type Turn } from '../following/turn.ts';
import type { NoticeTask } from './notice.ts';
import {
  addScript,
  claimScript,
  clearScript,
  holdScript,
  moveScript,
  settleScript,
} from './notice-queue-scripts.ts';
import { waitersOf, waitingKey, waitingOfKey } from './waiting-records.ts';

/** The name of the follower that fills the queue. */
export const noticesFollower = 'notices';

/** A task that was tried for the last time. */
export interface FailedTask extends NoticeTask {
  readonly why: string;
  /** Since when it waits for a person (ms). */
  readonly failedAt: number;
}

/** What waits to be told, what was told, and what could not be. Every method throws `LogUnavailableError` while Redis is away. */
export type NoticeQueue = ReturnType<typeof noticeQueue>;

const cursor = redisKeys.follower(noticesFollower);
/** Hash: task id -> JSON of the task. */
const tasks = redisKeys.follower(noticesFollower, 'tasks');
/** Zset of each channel: task id by the time (ms) at which somebody may take it. */
const dueOf = (channel: NoticeChannel) => redisKeys.follower(noticesFollower, `due-${channel}`);
const dues = noticeChannels.map(dueOf);
/** Zset: task id by the time (ms) at which it was given up. */
const failed = redisKeys.follower(noticesFollower, 'failed');
/** Zset: task id by the time (ms) at which it was told. */
const told = redisKeys.follower(noticesFollower, 'told');
const all = [tasks, ...dues, failed, told];

/** So long a process may work at a task before another one takes it: longer than any try lasts. */
const claimMs = 30_000;
/** For so long it is known that something was told. */
const toldMs = 30 * 24 * 3_600_000;
/** At most so many are listed for a person. */
const mostListed = 200;
/** At most so many of a channel are looked at for the oldest one. */
const mostLookedAt = 100;

/** Opens the queue of notices. `now` gives ms since 1970. */
export function noticeQueue(redis: RedisClient, now: () => number = Date.now) {
  const move = async (from: string, to: string, task: NoticeTask | FailedTask, at: number) =>
    (await redis.run((connection) =>
      connection.eval(moveScript, {
        keys: [from, to, tasks],
        arguments: [task.id, String(at), JSON.stringify(task)],
      }),
    )) === 1;
  const failedTask = async (id: string): Promise<FailedTask | null> => {
    const stored = await redis.run((connection) => connection.hGet(tasks, id));
    return stored === null ? null : (JSON.parse(stored) as FailedTask);
  };
  return {
    /**
     * Has the shop of this address begin at the head of the log, unless it has a place there already. A shop that was restored, or is a copy
     * which stands at another address, tells nobody what happened before. Answers that address then, and how many tasks were forgotten; else null.
     */
    async settle(
      address: string,
      { seq, hash }: Pick<LogHead, 'seq' | 'hash'>,
    ): Promise<{ from: string; forgotten: number } | null> {
      const left = (await redis.run((connection) =>
        connection.eval(settleScript, {
          keys: [cursor, redisKeys.meta, ...all],
          arguments: [address, String(seq), hash],
        }),
      )) as [string, number] | null;
      return left === null ? null : { from: left[0], forgotten: left[1] };
    },
    /** Takes the tasks of events up to `seq` in; those of events that were taken in before are left out. Whoever waited for a tool waits no more. Throws `TurnLostError`. */
    async add(turn: Turn, seq: number, added: readonly NoticeTask[]): Promise<void> {
      const entries = added.map((task) => [
        noticeChannels.indexOf(task.channel),
        task.seq,
        task.id,
        String(task.dueAt),
        JSON.stringify(task),
        ...waitersOf(task),
      ]);
      const keys = [tasks, waitingKey, waitingOfKey, ...dues];
      await runInTurn(redis, turn, addScript, keys, [String(seq), JSON.stringify(entries)]);
    },
    /** Takes in a task that a person repeats. */
    async repeat(task: NoticeTask): Promise<void> {
      await redis.run((connection) =>
        connection
          .multi()
          .hSet(tasks, task.id, JSON.stringify(task))
          .zAdd(dueOf(task.channel), { score: task.dueAt, value: task.id })
          .exec(),
      );
    },
    /** Finds tasks that wait, for their time or for a person, in the order asked; null for what does not. */
    async tasks(ids: readonly string[]): Promise<(NoticeTask | FailedTask | null)[]> {
      if (ids.length === 0) return [];
      const stored = await redis.run((connection) => connection.hmGet(tasks, [...ids]));
      return stored.map((task) => (task === null ? null : JSON.parse(task)));
    },
    /** Forgets everything. Throws `TurnLostError`. */
    async clear(turn: Turn): Promise<void> {
      await runInTurn(redis, turn, clearScript, all, []);
    },
    /** Takes up to `count` tasks of a channel that are due; whoever dies with them leaves them to others after half a minute. */
    async claim(channel: NoticeChannel, count: number): Promise<NoticeTask[]> {
      const time = now();
      const found = await redis.run((connection) =>
        connection.eval(claimScript, {
          keys: [dueOf(channel), tasks],
          arguments: [String(time), String(time + claimMs), String(count)],
        }),
      );
      return (found as string[]).map((task) => JSON.parse(task) as NoticeTask);
    },
    /**
     * Makes sure, right before a claimed task is told, that nobody else has ended it, and keeps it for another half minute: whoever was
     * frozen or had to wait does not tell what others have told.
     */
    async hold({ id, channel }: NoticeTask): Promise<boolean> {
      const until = String(now() + claimMs);
      const held = await redis.run((connection) =>
        connection.eval(holdScript, { keys: [dueOf(channel)], arguments: [id, until] }),
      );
      return held === 1;
    },
    /** Ends a task: it was told, or nobody needs to hear it. */
    async end({ id, channel }: NoticeTask, outcome: 'sent' | 'dropped'): Promise<void> {
      const time = now();
      await redis.run((connection) => {
        const steps = connection
          .multi()
          .zRem(dueOf(channel), id)
          .hDel(tasks, id)
          .zRemRangeByScore(told, 0, time - toldMs);
        return outcome === 'sent' ? steps.zAdd(told, { score: time, value: id }).exec() : steps.exec();
      });
    },
    /** Has a task wait until `at` (ms) for its next try. */
    async delay(task: NoticeTask, at: number): Promise<void> {
      const due = dueOf(task.channel);
      await move(due, due, task, at);
    },
    /** Leaves a task to a person. */
    async giveUp(task: NoticeTask, why: string): Promise<void> {
      const failedAt = now();
      await move(dueOf(task.channel), failed, { ...task, why, failedAt } satisfies FailedTask, failedAt);
    },
    /** Lists what waits for a person, newest first, 200 at most. */
    async failed(): Promise<FailedTask[]> {
      const ids = await redis.run((connection) =>
        connection.zRange(failed, 0, mostListed - 1, { REV: true }),
      );
      if (ids.length === 0) return [];
      const stored = await redis.run((connection) => connection.hmGet(tasks, ids));
      return stored.flatMap((task) => (task === null ? [] : [JSON.parse(task) as FailedTask]));
    },
    /** Finds what waits for a person; null when it does not. */
    async findFailed(id: string): Promise<FailedTask | null> {
      const at = await redis.run((connection) => connection.zScore(failed, id));
      return at === null ? null : failedTask(id);
    },
    /** Has what was given up be tried anew, now. Answers false when it does not wait for a person. */
    async again(id: string): Promise<boolean> {
      const found = await failedTask(id);
      if (found === null) return false;
      const { why: _, failedAt: __, ...task } = found;
      return move(failed, dueOf(task.channel), { ...task, attempts: 0 }, now());
    },
    /** Takes what was given up off the list. Answers false when it was not there. */
    async dismiss(id: string): Promise<boolean> {
      const removed = await redis.run((connection) => connection.zRem(failed, id));
      if (removed === 1) await redis.run((connection) => connection.hDel(tasks, id));
      return removed === 1;
    },
    /** Tells when (ms) each of these tasks was told, in the order asked; null for what was not, or longer than 30 days ago. */
    toldAt: (ids: readonly string[]): Promise<(number | null)[]> =>
      ids.length === 0 ? Promise.resolve([]) : redis.run((connection) => connection.zmScore(told, [...ids])),
    /** Tells up to which event (seq) the log was followed. */
    async position(): Promise<number> {
      return Number(await redis.run((connection) => connection.hGet(cursor, 'seq')));
    },
    /** Tells when (ms) the oldest task should have been told, of the next hundred of each channel; null where none waits. */
    async oldestDue(): Promise<number | null> {
      const next = await redis.run((connection) =>
        Promise.all(dues.map((key) => connection.zRange(key, 0, mostLookedAt - 1))),
      );
      const ids = next.flat();
      if (ids.length === 0) return null;
      const stored = await redis.run((connection) => connection.hmGet(tasks, ids));
      const times = stored.flatMap((task) => (task === null ? [] : [(JSON.parse(task) as NoticeTask).dueAt]));
      return times.length === 0 ? null : Math.min(...times);
    },
    /** Counts what waits for its time or its next try, and what waits for a person. */
    async counts(): Promise<{ waiting: number; failed: number }> {
      const [given = 0, ...waiting] = await redis.run((connection) =>
        Promise.all([failed, ...dues].map((key) => connection.zCard(key))),
      );
      return { waiting: waiting.reduce((sum, count) => sum + count, 0), failed: given };
    },
  };
}
