import { type OrderLog, redisKeys } from '@karigar/events';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { waitingRecords } from '../notices/waiting-records.ts';
import { isProblemError } from '../problem/problem-error.ts';
import { devicesOf } from '../push/device-records.ts';
import { type ErasureParts, erasePerson } from './erase-person.ts';
import { pendingErasures } from './pending-erasures.ts';

const retryMs = 60_000;

/** The erasure of people in a running server. */
export type OpenErasure = Awaited<ReturnType<typeof openErasure>>;

/** What erasure needs beside its parts. */
interface OpenErasureParts extends Omit<ErasureParts, 'pending' | 'tell'> {
  logger: Logger;
  registry: Registry;
  /** Carries out no erasure, because the shop is shown as it was. Data of a person whose key is destroyed stays unreadable. */
  readOnly?: boolean;
}

/**
 * Resolves when this process knows who is erased, or when it cannot know because the store is away; then it asks again each minute.
 */
export async function openErasure(options: OpenErasureParts) {
  const { logger, registry, erased, personal, readOnly = false } = options;
  const outcomes = new Counter({
    name: 'karigar_erasure_total',
    help: 'Erasures of people: done (the log says so), waiting (invoices are kept first), finished (nothing is left), failed (tried again)',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const tell: ErasureParts['tell'] = (outcome, fault) => {
    outcomes.inc({ outcome });
    if (outcome === 'failed')
      logger.warn({ err: fault }, 'an erasure cannot be finished; the next try comes within a minute');
  };
  const parts = { ...options, tell, pending: pendingErasures(options.log.redis) };
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;
  const look = async (): Promise<void> => {
    clearTimeout(retry);
    if (readOnly) return;
    await agreeOnErased(parts).catch((error: unknown) => {
      tell('failed', error);
      if (!stopped) retry = setTimeout(() => void look(), retryMs);
    });
  };
  await look();
  return {
    /** Tells when an erasure that was asked for is due (ms); null when there is none. */
    dueAt: async (uid: string): Promise<number | null> => (await parts.pending.find(uid))?.dueAt ?? null,
    /** Erases a person at their own request; see `erasePerson`. */
    async ask(uid: string, correlationId: string): Promise<number | null> {
      const waitsUntil = await erasePerson(parts, uid, { actor: `user:${uid}`, correlationId });
      outcomes.inc({ outcome: waitsUntil === null ? 'done' : 'waiting' });
      return waitsUntil;
    },
    /** Called for each person whom the log calls erased; resolves when this process knows nothing of them any more. */
    async heard(uid: string): Promise<void> {
      if (readOnly) return;
      erased.add(uid);
      personal.forget(uid);
      await personal.erase(uid).catch((error: unknown) => {
        void look();
        throw error;
      });
    },
    /** Looks at who is erased, as when another log has replaced the one before. */
    look: (): void => void look(),
    /** Goes on with every erasure that is due: the work of one server. */
    finish: (stopping?: AbortSignal): Promise<void> => finishErasures(parts, stopping),
    stop(): void {
      stopped = true;
      clearTimeout(retry);
    },
  };
}

/**
 * Makes the log and the key store agree on who is erased, each being the memory of the other: keys of persons whom the log calls erased are
 * destroyed, also those of a restored key store; a person whose key is destroyed and who is in a log from before, such as a restored backup, is
 * erased there anew; and records that are left of either are removed. From then on this process refuses the tokens of them all.
 */
async function agreeOnErased({ log, personal, pending, erased }: ErasureParts): Promise<void> {
  const withoutKey = new Set(await personal.erased());
  const inLog = new Set(await log.erasedPersons());
  const everybody = new Set([...inLog, ...withoutKey]);
  for (const uid of everybody) erased.add(uid);
  const now = await log.now();
  for (const uid of everybody) {
    if (!withoutKey.has(uid)) await personal.erase(uid);
    const isWhole = inLog.has(uid) && !(await hasRecords(log, uid));
    if (!isWhole && (await pending.find(uid)) === null)
      await pending.put(uid, { askedAt: now, dueAt: now, by: 'system:key-store', accounts: [uid] });
  }
}

/** Tells whether records of an account are left, such as one that was being written in the moment of its erasure. */
export const hasRecords = async ({ redis }: OrderLog, uid: string): Promise<boolean> =>
  (await waitingRecords(redis).of([uid])).length > 0 ||
  (await redis.commands.exists([redisKeys.profile(uid), redisKeys.account(uid), devicesOf(uid)])) > 0;

/** Goes on with every erasure that is due. One that cannot be finished keeps no other waiting. */
export async function finishErasures(parts: ErasureParts, signal?: AbortSignal): Promise<void> {
  const now = await parts.log.now();
  for (const [uid, { dueAt, by }] of await parts.pending.all())
    if (dueAt <= now && !signal?.aborted)
      await erasePerson(parts, uid, { actor: by, correlationId: `erasure-${now}` }).catch(
        (error: unknown) => {
          // Open orders are no fault: it happens in the round after they were shipped.
          if (!(isProblemError(error) && error.status === 409)) parts.tell('failed', error);
        },
      );
}
