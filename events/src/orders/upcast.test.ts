import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { chainHash, recordedEvent, type StoredEvent } from '../log/event-fields.ts';
import { LogDamagedError, UnknownSchemaError } from '../log/log-errors.ts';
import { eventSchemas } from './order-event.ts';
import { type EventShapes, upcast } from './upcast.ts';

interface Fixture {
  previousHash: string;
  stored: StoredEvent;
  today: unknown;
}

const folder = new URL('fixtures/', import.meta.url);
const fixtures = readdirSync(folder).map((file): [string, Fixture] => [
  file,
  JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Fixture,
]);
const fixture = (file: string): StoredEvent => {
  const found = fixtures.find(([name]) => name === file);
  if (found === undefined) throw new Error(`${file} is missing`);
  return found[1].stored;
};

describe('every event that was ever stored', () => {
  it('has a frozen fixture for each type and schema number', () => {
    const versions = Object.entries(eventSchemas).flatMap(([type, schemas]) =>
      schemas.map((_, index) => `${type.replace('.', '-')}-${index + 1}.json`),
    );
    expect(fixtures.map(([file]) => file).sort()).toEqual(versions.sort());
  });

  it.each(fixtures)('%s is lifted to today’s shape', (_, { stored, today }) => {
    const event = recordedEvent(stored);
    expect(event.data).toEqual(today);
    expect(event).toMatchObject({ type: stored.type, schema: Number(stored.schema), seq: stored.seq });
  });

  it.each(fixtures)('%s keeps its hash', (_, { stored, previousHash }) => {
    expect(chainHash(previousHash, stored)).toBe(stored.hash);
  });
});

it('an event of an older schema is lifted step by step, and one of the last schema is as it is', () => {
  const shapes: EventShapes = {
    schemas: {
      invented: [
        z.strictObject({ a: z.int() }),
        z.strictObject({ b: z.int() }),
        z.strictObject({ c: z.int() }),
      ],
    },
    steps: {
      invented: [({ a }: { a: number }) => ({ b: a + 1 }), ({ b }: { b: number }) => ({ c: b + 1 })],
    },
  };
  expect(upcast('invented', 1, { a: 1 }, shapes)).toEqual({ type: 'invented', data: { c: 3 } });
  expect(upcast('invented', 3, { c: 1 }, shapes)).toEqual({ type: 'invented', data: { c: 1 } });
  expect(() => upcast('invented', 2, { a: 1 }, shapes)).toThrow(z.ZodError);
  expect(upcast('invented', 4, { c: 1 }, shapes)).toBeNull();
});

describe('an event that this release does not know', () => {
  it('is refused by its type', () => {
    const stored = { ...fixture('order-paid-1.json'), type: 'order.returned' };
    expect(() => recordedEvent(stored)).toThrow(UnknownSchemaError);
  });

  it('is refused by its schema', () => {
    const stored = { ...fixture('order-paid-1.json'), schema: '2' };
    expect(() => recordedEvent(stored)).toThrow('does not know the event order.paid with schema 2');
  });

  it('is not mistaken for a property that every object has', () => {
    const stored = { ...fixture('order-paid-1.json'), type: 'constructor' };
    expect(() => recordedEvent(stored)).toThrow(UnknownSchemaError);
  });
});

describe('a damaged event', () => {
  it('with broken JSON is named by its seq', () => {
    const stored = { ...fixture('order-paid-1.json'), data: '{"transactionId":' };
    expect(() => recordedEvent(stored)).toThrow(new LogDamagedError(stored.seq, 'its data is not JSON'));
  });

  it('with a foreign field is named by its seq', () => {
    const stored = { ...fixture('order-shipped-1.json'), data: '{"by":"air"}' };
    expect(() => recordedEvent(stored)).toThrow(/^Event 5: its data does not fit order.shipped 1/);
  });
});
