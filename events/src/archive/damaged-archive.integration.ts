import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { filledLog } from '../testing/filled-log.ts';
import { type MemoryObjects, memoryObjects } from '../testing/memory-objects.ts';
import { logArchiver } from './log-archiver.ts';
import { readSegment } from './segment-events.ts';
import { readChain } from './segments.ts';

let store: MemoryObjects;

const log = await filledLog();
beforeEach(() => {
  store = memoryObjects();
});
afterAll(() => log.stop());

const archiver = () => logArchiver(log.live, store);
const refusal = () => log.archived(store).then(() => 'nothing was refused', String);
const full = () => store.names().find((one) => one.includes('2001-4000')) ?? '';

describe('reading a damaged archive', () => {
  it.each([
    [
      'a missing segment',
      (): void => void store.kept.delete(full()),
      'events 2001 to 4000: the archive holds no segment of them',
    ],
    [
      'a changed segment',
      (): void => void store.kept.set(full(), new Uint8Array([31, 139])),
      'events 2001 to 4000: .* holds no packed lines',
    ],
    [
      'a segment in the place of another',
      (): void => {
        const first = store.names().find((one) => one.includes('1-2000')) ?? '';
        store.kept.set(full(), store.kept.get(first) as Uint8Array<ArrayBuffer>);
      },
      'events 2001 to 4000: .* is damaged: Event 2001: it is missing',
    ],
  ])('names the events of %s', async (_, damage, named) => {
    await archiver()(log.headAt(log.whole.length));
    damage();
    expect(await refusal()).toMatch(new RegExp(named));
    expect(await log.archived(store, { seq: 1_900 })).toEqual(log.whole.slice(0, 1_900));
  });

  it('continues where a longer tail takes the place of the one that it was about to read', async () => {
    await archiver()(log.headAt(4_100));
    const tail = (await readChain(store, log.shop)).segments.at(-1);
    await archiver()(log.headAt(4_200));
    expect(tail && (await readSegment(store, tail))).toEqual(log.whole.slice(4_000, 4_100));
  });
});
