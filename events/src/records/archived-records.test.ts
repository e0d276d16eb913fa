import { expect, it } from 'vitest';
import { memoryObjects } from '../testing/memory-objects.ts';
import {
  chooseRecords,
  dispensable,
  listRecords,
  packRecords,
  type RecordsName,
} from './archived-records.ts';

const day = Date.parse('2026-11-20T00:00:00Z');
/** A base that is begun in the minute `begun` in two objects, and as many deltas, one a minute; one event a minute. */
function base(begun: number, deltas: number): RecordsName[] {
  const name = `${day + begun * 60_000}-0000000${begun % 10}`;
  const kinds: RecordsName['kind'][] = ['base', 'delta', ...Array<'delta'>(deltas).fill('delta')];
  return kinds.map((kind, n) => ({
    ...{ object: `${name}/${n}`, base: name, n, kind, epoch: 0, seq: begun + n },
    time: day + (begun + n) * 60_000,
  }));
}
const at = (minute: number) => ({ time: day + minute * 60_000 });
const first = base(10, 5);
const second = base(20, 3);
const all = [...second, ...first];

it('a name tells all that it was made of', async () => {
  const store = memoryObjects();
  const [one] = first as [RecordsName];
  const { object, bytes } = await packRecords('shop', one, []);
  await store.putNew(object, bytes);
  await store.putNew('shop/records/e1/x/000001-1-1-base-0.ndjson.gz', new Uint8Array());
  expect(await listRecords(store, 'shop')).toEqual([{ ...one, object }]);
});

it('the records of a moment are the last base before it and what changed until then', () => {
  expect(chooseRecords(all, undefined)).toEqual({ objects: second, fault: null });
  expect(chooseRecords(all, at(13))).toEqual({ objects: first.slice(0, 4), fault: null });
  expect(chooseRecords(all, { seq: 13 })).toEqual({ objects: first.slice(0, 4), fault: null });
  // The second base is not complete yet.
  expect(chooseRecords(all, at(20))).toEqual({ objects: first, fault: null });
});

it('before the first base that one stands in, and says so', () => {
  expect(chooseRecords(all, at(5))).toEqual({
    objects: first.slice(0, 2),
    fault: 'the earliest records that are kept are of 2026-11-20T00:11:00.000Z',
  });
  const none = { objects: [], fault: null };
  expect(chooseRecords([], at(5))).toEqual(none);
  expect(chooseRecords(first.slice(0, 1), undefined)).toEqual(none);
});

it('of two deltas with one number, the first of which nobody knew to be kept, the later one counts', () => {
  const [last] = first.slice(-1) as [RecordsName];
  const again = { ...last, time: last.time + 1_000 };
  expect(chooseRecords([...first, again], undefined)?.objects).toEqual([...first.slice(0, -1), again]);
});

it('of two that write at the same time the one counts that has looked last', () => {
  const other = base(11, 2);
  expect(chooseRecords([...first, ...other], undefined)?.objects).toEqual(first);
  expect(chooseRecords([...base(10, 2), ...base(11, 5)], undefined)?.objects).toEqual(base(11, 5));
});

it('what knows a later event counts, whatever the clock of Redis once said', () => {
  const tomorrow = base(1_440, 0).map((one) => ({ ...one, seq: 15 }));
  expect(chooseRecords([...tomorrow, ...second], undefined)?.objects).toEqual(second);
  expect(chooseRecords([...tomorrow, ...second], at(2_000))?.objects).toEqual(second);
});

it('what was written in a later epoch counts, though that has lost events', () => {
  const promoted = base(15, 1).map((one) => ({ ...one, epoch: 1, seq: 9 }));
  expect(chooseRecords([...first, ...promoted, ...second], undefined)?.objects).toEqual(promoted);
  expect(chooseRecords([...first, ...promoted, ...second], { seq: 40 })?.objects).toEqual(promoted);
});

it('a base can go when another was complete before the time from which records are kept', () => {
  expect(dispensable(all, at(20).time)).toEqual([]);
  expect(dispensable(all, at(21).time)).toEqual(first);
  const cutOff = base(15, 0).slice(0, 1);
  expect(dispensable([...all, ...cutOff], at(21).time)).toEqual([...first, ...cutOff]);
});
