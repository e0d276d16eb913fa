import { describe, expect, it } from 'vitest';
import type { RawEntry } from './event-fields.ts';
import { LogReader } from './log-reader.ts';
import type { RedisClient, RedisConnection } from './redis-connection.ts';

const entry = (seq: number): RawEntry => [`${seq}-0`, []];
const seqs = (entries: readonly RawEntry[]) => entries.map(([id]) => Number.parseInt(id, 10));

/** A log of 20 events of which the first have been trimmed; `asked` collects after which ids the stream was asked for events. */
function trimmedLog(trimmedTo: number) {
  let trimmed = trimmedTo;
  const asked: string[] = [];
  const all = Array.from({ length: 20 }, (_, at) => entry(at + 1));
  const connection = {
    async entriesAfter(_: string[], [id = '', count]: string[]) {
      asked.push(id);
      const after = Math.max(trimmed, Number.parseInt(id, 10));
      return all.slice(after, after + Number(count));
    },
    hmGet: async () => ['s', String(trimmed), 'h'],
  } as unknown as RedisConnection;
  const source = new LogReader({ run: (work) => work(connection) } as RedisClient, {
    // A segment holds five.
    read: async (to, seq, count) => all.slice(seq - 1, Math.min(to.seq, seq - 1 + count, seq - 1 + 5)),
    hashesAt: async () => [],
  });
  return { source, asked, trim: (seq: number) => (trimmed = seq) };
}

async function readAll(source: LogReader, count: number): Promise<number[]> {
  const found: number[] = [];
  for (;;) {
    const entries = await source.entries(found.at(-1) ?? 0, count);
    found.push(...seqs(entries));
    if (entries.length < count) return found;
  }
}
const everything = Array.from({ length: 20 }, (_, at) => at + 1);

describe('a log whose first events have been trimmed', () => {
  it.each([1, 3, 4, 7, 30])('is read whole, %i events at a time', async (count) => {
    expect(await readAll(trimmedLog(11).source, count)).toEqual(everything);
  });

  it('does not ask Redis again for each read of what is not there', async () => {
    const { source, asked } = trimmedLog(12);
    expect(await readAll(source, 4)).toEqual(everything);
    expect(asked).toEqual(['0-0', '12-0', '16-0', '20-0']);
  });

  it('is read whole where more is trimmed while it is read', async () => {
    const { source, trim } = trimmedLog(8);
    expect(seqs(await source.entries(0, 4))).toEqual([1, 2, 3, 4]);
    trim(16);
    const found = [1, 2, 3, 4];
    for (let last = 4; last < 20; last = found.at(-1) ?? 20)
      found.push(...seqs(await source.entries(last, 4)));
    expect(found).toEqual(everything);
  });
});
