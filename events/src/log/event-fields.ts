import { hash } from 'node:crypto';
import { z } from 'zod';
import type { RecordedEvent } from '../orders/order-event.ts';
import { upcast } from '../orders/upcast.ts';
import { LogDamagedError, UnknownSchemaError } from './log-errors.ts';

/** The fields of an entry in the order in which the append script writes them, which is also the order of the hash. */
export const storedFields = [
  'subject',
  'v',
  'type',
  'schema',
  'ts',
  'data',
  'actor',
  'correlationId',
  'requestHash',
  'hash',
] as const;

/** An event exactly as the stream holds it: text only, nothing parsed. `seq` comes from the entry's id. */
export interface StoredEvent extends Readonly<Record<(typeof storedFields)[number], string>> {
  readonly seq: number;
}

/** The hash before the first event. */
export const genesisHash = '0'.repeat(40);

/**
 * Reads one stream entry, given as Redis stores it: names and values of its fields in turn. A value is told by its position
 * alone, because any value may also be the name of a field. Throws `LogDamagedError` when the id is not `seq-0`, or the
 * names are not those of an event in their order.
 */
export function storedEvent(id: string, list: readonly string[]): StoredEvent {
  const seq = Number(id.slice(0, -2));
  if (!/^[1-9]\d*-0$/.test(id)) throw new LogDamagedError(Number.parseInt(id, 10) || 0, `its id is ${id}`);
  const event: Record<string, string | number> = { seq };
  for (const [at, name] of storedFields.entries()) {
    if (list[2 * at] !== name) throw new LogDamagedError(seq, otherFields);
    event[name] = list[2 * at + 1] ?? '';
  }
  if (list.length !== 2 * storedFields.length) throw new LogDamagedError(seq, otherFields);
  // Every field was found, which the type system cannot follow.
  return event as unknown as StoredEvent;
}

const otherFields = 'it holds other fields than an event has';

/** Puts the names of its fields before the values of an event. */
export function namedFields(values: readonly string[]): string[] {
  return storedFields.flatMap((name, at) => [name, values[at] ?? '']);
}

/** What the hash of an event covers besides the previous hash and the seq. */
const coveredFields = storedFields.filter((field) => field !== 'hash');

/** The hash that an event must carry after the one whose hash is `previous`: sha1 over all fields, joined by NUL. */
export function chainHash(previous: string, event: StoredEvent): string {
  const covered = [previous, String(event.seq), ...coveredFields.map((field) => event[field])];
  return hash('sha1', covered.join('\0'));
}

/**
 * The event in today's shape. Throws `UnknownSchemaError` for a type or schema of another release and `LogDamagedError`
 * for broken JSON, numbers that are none and data that its schema refuses.
 */
export function recordedEvent(stored: StoredEvent): RecordedEvent {
  const { seq } = stored;
  const whole = (name: string, text: string): number => {
    if (!/^\d{1,15}$/.test(text)) throw new LogDamagedError(seq, `${name} is not a number`);
    return Number(text);
  };
  const schema = whole('schema', stored.schema);
  let data: unknown;
  try {
    data = JSON.parse(stored.data);
  } catch {
    throw new LogDamagedError(seq, 'its data is not JSON');
  }
  const lifted = lift(stored, schema, data);
  return {
    seq,
    subject: stored.subject,
    v: whole('v', stored.v),
    schema,
    ts: whole('ts', stored.ts),
    actor: stored.actor,
    correlationId: stored.correlationId,
    requestHash: stored.requestHash,
    hash: stored.hash,
    ...lifted,
  };
}

function lift(stored: StoredEvent, schema: number, data: unknown) {
  try {
    const result = upcast(stored.type, schema, data);
    if (!result.known) throw new UnknownSchemaError(stored.type, schema);
    return result.event;
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const first = error.issues[0];
    const place = first === undefined ? '' : ` (${first.path.join('.') || 'data'}: ${first.message})`;
    throw new LogDamagedError(stored.seq, `its data does not fit ${stored.type} ${schema}${place}`);
  }
}
