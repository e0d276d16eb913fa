import type { OpsEntry, OrderLog } from '@karigar/events';
import { Operations } from '../contracts/shop.ts';
import { privateJson } from '../http/answers.ts';
import { type Call, defineCall } from '../http/call.ts';
import { type Dependency, dependencyStates } from './readiness.ts';

/** What the operations screen shows beside the log itself. */
export interface OperationsParts {
  readonly log: OrderLog;
  readonly dependencies: readonly Dependency[];
  /** The follower of the log in this process: how far it is, and the events it saw in the last minute. */
  readonly follower: { readonly seq: number; readonly perMinute: number };
  /** How far what customers are told of is taken from the log. */
  readonly notices: { position(): Promise<number> };
}

/** Kinds of records that ask a person to act: money that the shop cannot bring to where it belongs by itself. */
const asksPerson =
  /^(payment\.(unknown-order|mismatch|unbound|event-failed|refund-refused|disputed)|refund\.failed)$/;
const looksBack = 200;

/** Makes the call that tells the state of the log, its consumers and the dependencies, for admins. */
export function operationsCalls({ log, dependencies, follower, notices }: OperationsParts): Call[] {
  return [
    defineCall({
      method: 'get',
      path: '/operations',
      summary: 'The log, its consumers, the dependencies, and what needs a person',
      access: 'admin',
      limit: 'read',
      answers: { 200: { description: 'The state of the shop', schema: Operations } },
      problems: [],
      async handle() {
        const consumer = (name: string, seq: number) => ({ name, seq, lag: Math.max(0, head.seq - seq) });
        const [noticesSeq, head, entries, states, memory] = await Promise.all([
          notices.position(),
          log.head(),
          log.opsEntries(looksBack),
          dependencyStates(dependencies),
          redisMemory(log),
        ]);
        return privateJson({
          log: {
            shop: head.shop,
            headSeq: head.seq,
            headHash: head.hash,
            epoch: head.epoch,
            generation: head.gen,
            eventsPerMinute: follower.perMinute,
          },
          consumers: [consumer('live updates', follower.seq), consumer('letters and pushes', noticesSeq)],
          lastVerification: lastVerification(entries),
          dependencies: states.map(({ name, ok, detail, ms }) => ({ name, ok, detail, ms })),
          memory: { ...memory, bffBytes: process.memoryUsage.rss() },
          needsPerson: entries
            .filter((entry) => asksPerson.test(entry.kind))
            .map(({ id, ts, kind, why }) => ({ id, at: new Date(ts).toISOString(), kind, detail: why })),
        } satisfies Operations);
      },
    }),
  ];
}

function lastVerification(entries: readonly OpsEntry[]): Operations['lastVerification'] {
  const entry = entries.find((one) => one.kind === 'verify');
  if (!entry) return null;
  const number = (value: unknown) => (typeof value === 'number' && Number.isInteger(value) ? value : 0);
  return {
    at: new Date(entry.ts).toISOString(),
    seq: number(entry.detail.seq),
    differences: number(entry.detail.differences),
    by: entry.who,
  };
}

async function redisMemory(log: OrderLog): Promise<{ redisBytes: number; redisMaxBytes: number }> {
  const info = await log.redis.run((connection) => connection.info('memory'));
  const bytes = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  return { redisBytes: bytes('used_memory'), redisMaxBytes: bytes('maxmemory') };
}
