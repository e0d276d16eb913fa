import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RawEntry } from '../log/event-fields.ts';
import { openScan, type Scan } from '../log/open-scan.ts';
import { readHead } from '../log/store-head.ts';
import type { ArchiveMoment } from '../records/choose-records.ts';
import { fillLog } from '../testing/fill-log.ts';
import { type MemoryObjects, memoryObjects } from '../testing/memory-objects.ts';
import { startRedis, type TestRedis } from '../testing/start-redis.ts';
import { readChain } from './archive-chain.ts';
import { archivedEvents } from './archived-events.ts';
import { LogArchiver } from './log-archiver.ts';
import { readSegment } from './segment-events.ts';

let redis: TestRedis;
let live: Scan;
let shop: string;
/** The log in Redis when all of it is there. */
let whole: readonly RawEntry[];
let store: MemoryObjects;

beforeAll(async () => {
  // What is tested is what Redis answers, not its disk.
  redis = await startRedis(['--appendonly', 'no']);
  await fillLog({ url: redis.url, orders: 1_600 });
  live = await openScan(redis.url, 'test');
  ({ shop } = await readHead(live.client));
  whole = await live.events.entries(0, 10_000);
});
beforeEach(() => {
  store = memoryObjects();
});
afterAll(async () => {
  await live?.close();
  await redis?.stop();
});

const headAt = (seq: number) => ({ shop, epoch: 1, seq });
const archiver = () => new LogArchiver(live, store);
async function archived(until?: ArchiveMoment): Promise<RawEntry[]> {
  const all: RawEntry[] = [];
  for await (const events of archivedEvents(store, await readChain(store, shop), until))
    all.push(...events.map(({ entry }) => entry));
  return all;
}

describe('reading a damaged archive', () => {
  const refusal = async () => archived().then(() => 'nothing was refused', String);
  const full = () => store.names().find((one) => one.includes('2001-4000')) ?? '';

  it.each([
    [
      'a missing segment',
      (): void => void store.kept.delete(full()),
      'events 2001 to 4000: the archive holds no segment of them',
    ],
    [
      'a changed segment',
      (): void => void store.kept.set(full(), new Uint8Array([31, 139])),
      'events 2001 to 4000: .* holds something else than events',
    ],
    [
      'a segment in the place of another',
      (): void => {
        const first = store.names().find((one) => one.includes('1-2000')) ?? '';
        store.kept.set(full(), store.kept.get(first) as Uint8Array<ArrayBuffer>);
      },
      'events 2001 to 4000: .* does not hold event 2001 as it was',
    ],
  ])('names the events of %s', async (_, damage, named) => {
    await archiver().round(headAt(whole.length));
    damage();
    expect(await refusal()).toMatch(new RegExp(named));
    expect(await archived({ seq: 1_900 })).toEqual(whole.slice(0, 1_900));
  });

  it('reads on where a longer tail takes the place of the one that it was about to read', async () => {
    await archiver().round(headAt(4_100));
    const tail = (await readChain(store, shop)).segments.at(-1);
    await archiver().round(headAt(4_200));
    expect(tail && (await readSegment(store, tail))).toEqual(whole.slice(4_000, 4_100));
  });
});
