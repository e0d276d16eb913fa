import { type OrderLog, redisKeys } from '@karigar/events';
import { waitingRecords } from '../notices/waiting-records.ts';
import { isProblemError } from '../problem/problem-error.ts';
import { devicesOf } from '../push/device-records.ts';
import { type ErasureParts, erasePerson } from './erase-person.ts';

/** What a round over all erasures under way has done. */
export interface ErasureRound {
  /** Whose erasure is finished. */
  readonly finished: number;
  /** Why others stay for the next round. */
  readonly faults: readonly unknown[];
}

/** Forgets a person whom the log calls erased: this process refuses their tokens and opens nothing of theirs any more. */
export async function forgetErased(
  { erased, personal }: Pick<ErasureParts, 'erased' | 'personal'>,
  uid: string,
): Promise<void> {
  erased.add(uid);
  personal.forget(uid);
  await personal.erase(uid);
}

/**
 * Makes the log and the key store agree on who is erased, each being the memory of the other: keys of whom the log calls erased are
 * destroyed, also those of a restored key store; whoever lost the key and is in a log from before, such as a restored backup, is
 * erased there anew; and records that are left of either are removed. From then on this process refuses the tokens of them all.
 */
export async function agreeOnErased(parts: ErasureParts): Promise<void> {
  const { log, personal, pending, erased } = parts;
  const withoutKey = new Set(await personal.erased());
  for (const uid of withoutKey) erased.add(uid);
  const inLog = new Set(await log.erasedPersons());
  for (const uid of inLog) {
    erased.add(uid);
    if (!withoutKey.has(uid)) await forgetErased(parts, uid);
  }
  const now = await log.now();
  const entry = { askedAt: now, dueAt: now, by: 'system:key-store' };
  for (const uid of new Set([...inLog, ...withoutKey])) {
    const isWhole = inLog.has(uid) && !(await hasRecords(log, uid));
    if (!isWhole && (await pending.find(uid)) === null) await pending.put(uid, { ...entry, accounts: [uid] });
  }
}

/** Tells whether records of an account are left, such as one that was being written in the moment of its erasure. */
export const hasRecords = async ({ redis }: OrderLog, uid: string): Promise<boolean> =>
  (await waitingRecords(redis).of([uid])).length > 0 ||
  (await redis.run((connection) =>
    connection.exists([redisKeys.profile(uid), redisKeys.account(uid), devicesOf(uid)]),
  )) > 0;

/** Goes on with every erasure that is due. One that cannot be finished keeps no other waiting. */
export async function finishErasures(parts: ErasureParts, signal?: AbortSignal): Promise<ErasureRound> {
  const { log, pending } = parts;
  const now = await log.now();
  const faults: unknown[] = [];
  let finished = 0;
  for (const [uid, { dueAt, by }] of await pending.all()) {
    if (dueAt > now || signal?.aborted) continue;
    try {
      const origin = { actor: by, correlationId: `erasure-${now}` };
      const erasure = await erasePerson(parts, uid, origin);
      if (erasure.kind === 'waits') continue;
      if (erasure.unfinished === null) finished += 1;
      else faults.push(erasure.unfinished);
    } catch (error) {
      // Open orders are no fault: it happens in the round after they were shipped.
      if (!(isProblemError(error) && error.status === 409)) faults.push(error);
    }
  }
  return { finished, faults };
}
