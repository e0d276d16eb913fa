import { isDeepStrictEqual } from 'node:util';
import type { Redis } from 'ioredis';
import { ChainCheck, type LogPosition, logStart, type ScannedEvent } from '../log/log-scan.ts';
import type { RawEntry } from '../log/read-events.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { inRedis, wholeLog } from '../log/whole-log.ts';
import type { EventNote, RecordedEvent } from '../orders/order-event.ts';
import { OrderOwners } from './order-owners.ts';
import { type NotedEvent, type Sealer, sealedActor } from './sealer.ts';
import type { SealingPass } from './write-sealed-log.ts';

/** The sealed log does not say what the old one says: it is not taken into use. */
class SealingFailedError extends Error {
  /**
   * @param seq position of the old event
   * @param message what differs
   */
  constructor(seq: number, message: string) {
    super(`Event ${seq} is not in the sealed log as it was: ${message}. The old log stays in use`);
    this.name = 'SealingFailedError';
  }
}

/**
 * Compares the sealed log with the old one, event by event, opening every seal. Answers where it ends. Throws
 * `SealingFailedError` at the first difference.
 */
export async function checkSealedLog(
  redis: Redis,
  head: LogPosition,
  sealer: Sealer,
  { signal, onProgress }: SealingPass,
): Promise<LogPosition> {
  const check = new ChainCheck(logStart);
  const old = new ChainCheck(logStart);
  const owners = new OrderOwners(redis, signal);
  const sealed = entriesOf(wholeLog(inRedis(redis, redisKeys.sealing), 0, { signal }));
  const next = async (seq: number): Promise<ScannedEvent> => {
    const { value } = await sealed.next();
    if (value === undefined) throw new SealingFailedError(seq, 'it is missing');
    const event = check.check(...value);
    if (event.faults.length > 0) throw new SealingFailedError(seq, event.faults.join('; '));
    return event;
  };
  const { event: opening } = await next(0);
  const { seq, hash, ts } = head;
  if (opening?.type !== 'log.sealed' || !isDeepStrictEqual({ ...opening.data }, { seq, hash, ts }))
    throw new SealingFailedError(0, 'the sealed log does not begin with the old head');
  for await (const entries of wholeLog(inRedis(redis), 0, { signal })) {
    for (const [id, fields] of entries) {
      const before = old.check(id, fields);
      const owner = before.event === null ? '' : await owners.take(before.event);
      const difference = await differenceOf(before, await next(before.seq), { owner, sealer });
      if (difference !== null) throw new SealingFailedError(before.seq, difference);
    }
    await onProgress?.(old.position.seq);
  }
  if (old.position.seq !== head.seq || (await sealed.next()).value !== undefined)
    throw new SealingFailedError(old.position.seq, 'the two logs end at different events');
  return check.position;
}

async function* entriesOf(batches: AsyncIterable<readonly RawEntry[]>): AsyncGenerator<RawEntry, undefined> {
  for await (const entries of batches) yield* entries;
  return undefined;
}

/** What opens the seals of an event: the account that its order belongs to, '' where none is known. */
interface Opening {
  readonly owner: string;
  readonly sealer: Sealer;
}

/** What the sealed event does not say as the old one did; null when nothing is lost. */
async function differenceOf(
  old: ScannedEvent,
  sealed: ScannedEvent,
  opening: Opening,
): Promise<string | null> {
  const { sealer } = opening;
  if (old.stored === null || old.event === null || old.faults.length > 0) return 'the old event is damaged';
  if (sealed.stored === null || sealed.event === null) return 'it cannot be read';
  if (sealed.seq !== old.seq + 1) return `it is event ${sealed.seq}`;
  for (const field of ['subject', 'v', 'type', 'ts', 'correlationId'] as const)
    if (old.stored[field] !== sealed.stored[field]) return `its ${field} is "${sealed.stored[field]}"`;
  if (sealed.stored.actor !== sealedActor(old.stored.actor, sealer))
    return `its actor is "${sealed.stored.actor}"`;
  const data = await dataDifference(old.event, sealed.event, opening);
  if (data !== null) return data;
  const { requestHash, schema, type } = old.stored;
  const keyed = type === 'order.created' && schema === '1' && requestHash !== '';
  return sealed.stored.requestHash === (keyed ? sealer.hashOf(requestHash) : requestHash)
    ? null
    : 'its request hash is another one';
}

async function dataDifference(
  old: RecordedEvent,
  sealed: RecordedEvent,
  opening: Opening,
): Promise<string | null> {
  const { owner, sealer } = opening;
  if (old.type === 'event.voided' && sealed.type === 'event.voided')
    return noteDifference(old, { ...old.data, seq: old.data.seq + 1 }, sealed.data, opening);
  if (old.type === 'order.created' && sealed.type === 'order.created') {
    const [{ person, ...sale }, { person: text, ...same }] = [old.data, sealed.data];
    if (typeof text !== 'string') return 'its person is not sealed';
    const wasSealed = typeof person === 'string';
    const opened = wasSealed ? text : await sealer.openPerson(owner, old.subject, text);
    return differs(sale, same) ?? (opened === 'erased' ? null : differs(person, opened));
  }
  if (old.type === 'order.deleted' && sealed.type === 'order.deleted')
    return noteDifference(old, old.data, sealed.data, opening);
  return differs(old.data, sealed.data);
}

async function noteDifference<T extends { readonly note: EventNote }>(
  event: NotedEvent,
  { note, ...said }: T,
  { note: text, ...same }: T,
  { owner, sealer }: Opening,
): Promise<string | null> {
  if (note === null || typeof note === 'string' || owner === '') return differs(said, same);
  if (typeof text !== 'string') return 'its note is not sealed';
  const opened = await sealer.openNote(owner, event, text);
  return differs(said, same) ?? (opened === 'erased' ? null : differs(note.text, opened));
}

const differs = (one: unknown, other: unknown): string | null =>
  isDeepStrictEqual({ one }, { one: other }) ? null : 'its data differ';
