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
  seq: number;
}

/** An entry of the stream as Redis stores it: its id, then names and values of its fields in turn. */
export type RawEntry = readonly [id: string, fields: readonly string[]];

/** The hash of an entry, its last field; of anything else than an event the last value does as well. */
export const hashOf = ([, fields]: RawEntry): string => fields.at(-1) ?? '';

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
  if (list.length !== 2 * storedFields.length) throw new LogDamagedError(seq, otherFields);
  for (let at = 0; at < storedFields.length; at += 1)
    if (list[2 * at] !== storedFields[at]) throw new LogDamagedError(seq, otherFields);
  const value = (at: number): string => list[2 * at + 1] ?? '';
  // Written out: an object that grows field by field is several times slower, and a log has millions of events.
  return {
    seq,
    subject: value(0),
    v: value(1),
    type: value(2),
    schema: value(3),
    ts: value(4),
    data: value(5),
    actor: value(6),
    correlationId: value(7),
    requestHash: value(8),
    hash: value(9),
  };
}

const otherFields = 'it holds other fields than an event has';

/** Puts the names of its fields before the values of an event. */
export function namedFields(values: readonly string[]): string[] {
  const list: string[] = [];
  for (let at = 0; at < storedFields.length; at += 1) list.push(storedFields[at] ?? '', values[at] ?? '');
  return list;
}

/** The hash that an event must carry after the one whose hash is `previous`: sha1 over all other fields in their order, joined by NUL. */
export function chainHash(previous: string, event: StoredEvent): string {
  const { seq, subject, v, type, schema, ts, data, actor, correlationId, requestHash } = event;
  return hash(
    'sha1',
    `${previous}\0${seq}\0${subject}\0${v}\0${type}\0${schema}\0${ts}\0${data}\0${actor}\0${correlationId}\0${requestHash}`,
  );
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
    const event = upcast(stored.type, schema, data);
    if (event === null) throw new UnknownSchemaError(stored.type, schema);
    return event;
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const first = error.issues[0];
    const place = first === undefined ? '' : ` (${first.path.join('.') || 'data'}: ${first.message})`;
    throw new LogDamagedError(stored.seq, `its data does not fit ${stored.type} ${schema}${place}`);
  }
}
