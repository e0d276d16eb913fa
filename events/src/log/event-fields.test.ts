import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chainHash, genesisHash, namedFields, storedEvent, storedFields } from './event-fields.ts';

const values = fc.tuple(
  ...storedFields.map(() => fc.oneof(fc.constantFrom(...storedFields), fc.string({ maxLength: 8 }))),
);

describe('a stored event', () => {
  it('has every value in its own field, also when a value is the name of another field', () => {
    fc.assert(
      fc.property(values, (list) => {
        const event = storedEvent('7-0', namedFields(list));
        expect(storedFields.map((name) => event[name])).toEqual(list);
        expect(event.seq).toBe(7);
      }),
    );
  });

  it.each(storedFields.map((name) => [name]))(
    'whose values are all %s has a hash that depends on each of them',
    (name) => {
      const list = storedFields.map((): string => name);
      const hashes = storedFields.map((_, at) =>
        chainHash(genesisHash, storedEvent('7-0', namedFields(list.with(at, 'x')))),
      );
      expect(new Set(hashes).size).toBe(storedFields.length);
    },
  );

  it.each([
    ['lacks a field', (list: string[]) => list.slice(0, -2)],
    ['holds one more', (list: string[]) => [...list, 'subject', 'x']],
    ['holds the name of a field in the place of another', (list: string[]) => list.with(2, 'type')],
    ['holds its fields in another order', (list: string[]) => [...list.slice(2), ...list.slice(0, 2)]],
    ['holds a name without a value', (list: string[]) => [...list, 'subject']],
  ])('that %s is refused', (_, change) => {
    const list = namedFields(storedFields.map(() => 'requestHash'));
    expect(() => storedEvent('7-0', change(list))).toThrow(
      'Event 7: it holds other fields than an event has',
    );
  });

  it('has an id that is its position', () => {
    const list = namedFields(storedFields.map(() => 'v'));
    for (const id of ['7-1', '0-0', 'x-0']) expect(() => storedEvent(id, list)).toThrow(`its id is ${id}`);
  });
});
