import { expect, it } from 'vitest';
import { genesisHash } from '../log/event-fields.ts';
import { sha256Of } from '../objects/sha256.ts';
import { chooseChain, type FoundEntry } from './choose-chain.ts';
import {
  entryBytes,
  entryObject,
  nameOf,
  parseSegmentObject,
  type SegmentEntry,
  segmentObject,
} from './segment-entry.ts';

const hashOf = (word: string) => sha256Of(Buffer.from(word)).slice(0, 40);

/** A segment of the history `word`, whose last hash says so; `before` is the one that it follows. */
function segment(to: number, word: string, before: FoundEntry | null, epoch = 1): FoundEntry {
  const entry: SegmentEntry = {
    format: 1,
    shop: 'shop',
    from: to - ((to - 1) % 2_000),
    to,
    epoch,
    before: before?.entry.hash ?? genesisHash,
    hash: hashOf(`${word} ${to}`),
    ts: to,
    sha256: sha256Of(Buffer.from(`${word} ${to}`)),
    bytes: 1,
    previous: before?.sha256 ?? null,
  };
  return { entry, sha256: sha256Of(entryBytes(entry)) };
}
const endsOf = (found: readonly FoundEntry[]) =>
  chooseChain(found).entries.map(({ to, hash }) => `${to} ${hash.slice(0, 4)}`);
const asChain = (...found: readonly FoundEntry[]) =>
  found.map(({ entry }) => `${entry.to} ${entry.hash.slice(0, 4)}`);

const one = segment(2_000, 'a', null);
const two = segment(4_000, 'a', one);
const tail = segment(4_100, 'a', two);

it('the name of an entry tells its segment, and nothing else is taken for one', () => {
  const name = entryObject('shop', nameOf(tail.entry));
  expect(name).toBe(`shop/log/000000004001-4100-1-${tail.entry.hash.slice(0, 8)}.json`);
  expect(parseSegmentObject(name)).toEqual({ ...nameOf(tail.entry), isEntry: true });
  expect(parseSegmentObject(segmentObject('shop', nameOf(tail.entry)))).toMatchObject({ isEntry: false });
  for (const other of ['shop/log/x.json', name.replace('4100', '6001'), name.replace('.json', '.gz')])
    expect(parseSegmentObject(other)).toBeNull();
});

it('an empty archive has no segments and no faults', () => {
  expect(chooseChain([])).toEqual({ entries: [], faults: [], beyond: [] });
});

it('the segments follow each other to the longest tail, in whatever order they are found', () => {
  const former = segment(4_050, 'a', two);
  expect(chooseChain([tail, former, two, one])).toEqual({
    entries: [one.entry, two.entry, tail.entry],
    faults: [],
    beyond: [],
  });
});

it('of two histories the one of the higher epoch counts, though it be shorter', () => {
  const fork = segment(4_010, 'b', two, 2);
  expect(endsOf([one, two, tail, fork])).toEqual(asChain(one, two, fork));
  const longer = segment(4_200, 'c', two);
  expect(endsOf([one, two, tail, longer])).toEqual(asChain(one, two, longer));
});

it('a history that forked before a border leaves the old segments aside', () => {
  const other = segment(4_000, 'b', one, 2);
  const end = segment(4_020, 'b', other, 2);
  expect(chooseChain([one, two, tail, other, end])).toEqual({
    entries: [one.entry, other.entry, end.entry],
    faults: [],
    beyond: [],
  });
});

it('a segment that was written again in a later epoch tells where that epoch ends', () => {
  const again = segment(4_000, 'a', one, 2);
  expect(endsOf([one, two, tail, again])).toEqual(asChain(one, again));
  // The log went on from there: both hold the same events, and the chain is whole.
  const next = segment(4_003, 'a', again, 2);
  expect(chooseChain([one, two, tail, again, next]).faults).toEqual([]);
});

it('names the events of a segment that is missing, and goes on before it', () => {
  expect(chooseChain([one, tail])).toMatchObject({
    entries: [one.entry, tail.entry],
    faults: [{ from: 2_001, to: 4_000, what: 'no segment is there' }],
  });
  expect(chooseChain([two, tail]).faults).toEqual([{ from: 1, to: 2_000, what: 'no segment is there' }]);
  const foreign = segment(4_000, 'x', one);
  expect(chooseChain([one, foreign, tail]).faults).toEqual([
    { from: 2_001, to: 4_000, what: 'only segments of another history are there' },
  ]);
});

it('names an entry that was changed after the next was written', () => {
  const changed = { entry: { ...one.entry, ts: 7 }, sha256: 'f'.repeat(64) };
  expect(chooseChain([changed, two, tail]).faults).toEqual([
    { from: 1, to: 2_000, what: 'their entry is not the one after which the next was written' },
  ]);
});

it('names a beginning that is none', () => {
  const late = { ...one, entry: { ...one.entry, before: hashOf('elsewhere') } };
  expect(chooseChain([late]).faults).toEqual([
    { from: 1, to: 2_000, what: 'the log does not begin with them' },
  ]);
});

it('names what comes after the end and cannot be read, and nothing that a longer segment has outdone', () => {
  const unread = (found: FoundEntry) => ({ ...nameOf(found.entry), what: 'its entry is missing' });
  const longer = unread(segment(4_200, 'a', two));
  const later = unread(segment(4_020, 'b', two, 2));
  const shorter = unread(segment(4_050, 'a', two));
  const chain = chooseChain([one, two, tail], [shorter, longer, later]);
  expect(chain).toMatchObject({ faults: [], beyond: [longer, later] });
  expect(chain.entries).toHaveLength(3);
  expect(chooseChain([], [shorter]).beyond).toEqual([shorter]);
});
