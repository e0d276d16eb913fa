import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginRestore, finishRestore, restoreLines } from '../backup/restore-store.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { openOrderLog } from '../open-order-log.ts';
import { rebuild } from '../rebuild/rebuild.ts';
import { type BackupPair, faultsOf, openBackupPair } from '../testing/backup-pair.ts';
import { fakeSealer } from '../testing/fake-sealer.ts';
import { asFormerLog, uniquePerson } from '../testing/former-log.ts';
import { origin } from '../testing/sample-shop.ts';
import { generationSnapshot } from '../testing/store-snapshot.ts';
import { type Verification, verify } from '../verify/verify.ts';
import { destroyUnsealed } from './destroy-unsealed.ts';
import { sealLog } from './seal-log.ts';

let pair: BackupPair;
beforeAll(async () => {
  pair = await openBackupPair();
  await asFormerLog(pair.from);
  await rebuild(pair.from);
});
afterAll(() => pair?.stop());

const sealing = {
  sealer: fakeSealer,
  records: { areClear: async () => false, seal: async () => undefined },
};
const manifestFaults = ({ differences }: Verification) =>
  differences.filter(({ kind }) => kind === 'manifest').map(({ message }) => message);

/** Restores a backup of the shop as it is now into the other Redis. */
async function restored() {
  const { into, backup } = pair;
  const { head, lines } = await backup();
  expect(faultsOf(lines, head)).toEqual([]);
  await into.flushall();
  await beginRestore(into);
  await restoreLines(into, lines);
  await finishRestore(into, head, { asCopy: false });
  return { head, lines };
}

it('a backup of an unsealed log is restored and sealed there, and one of a sealed log as it is', async () => {
  const { from, into, intoUrl, shop } = pair;
  const old = await restored();
  expect(await sealLog(into, sealing)).toBe('sealed');
  expect(await verify(into, { against: old.head })).toMatchObject({ count: 0 });

  await sealLog(from, sealing);
  const word = uniquePerson('user-1').zip;
  expect(JSON.stringify(old.lines)).toContain(word);
  const { lines } = await restored();
  expect(JSON.stringify(lines)).not.toContain(word);
  expect(await into.exists(redisKeys.unsealed)).toBe(0);
  expect(await sealLog(into, sealing)).toBe('nothing');
  const copy = await openOrderLog({ url: intoUrl });
  expect(await generationSnapshot(copy)).toEqual(await generationSnapshot(shop));
  await copy.close();
});

it('a manifest from before the sealing is compared with the end of the old log', async () => {
  const { from, shop } = pair;
  const { seq: sealed } = await verify(from);
  const [opening] = (await from.xrange(redisKeys.events, '-', '+', 'COUNT', 1)) as [string, string[]][];
  const former = JSON.parse(opening?.[1].at(11) ?? '') as { seq: number; hash: string };
  expect(former.seq).toBe(sealed - 1);
  const [entry] = (await from.xrange(redisKeys.unsealed, '9-0', '9-0')) as [string, string[]][];
  const earlier = { seq: 9, hash: entry?.[1].at(-1) ?? '' };
  const faultsAgainst = async (against: { seq: number; hash: string }) =>
    manifestFaults(await verify(from, { against }));

  expect(await faultsAgainst(former)).toEqual([]);
  expect(await faultsAgainst({ ...former, hash: 'f'.repeat(40) })).toEqual([
    `its hash is ${former.hash}, the manifest says ${'f'.repeat(40)}`,
  ]);
  expect(await faultsAgainst(earlier)).toEqual([]);
  expect(await faultsAgainst({ ...earlier, hash: 'f'.repeat(40) })).toHaveLength(1);
  expect(await faultsAgainst({ seq: former.seq + 40, hash: former.hash })).toHaveLength(1);

  await destroyUnsealed(from);
  expect(await faultsAgainst(former)).toEqual([]);
  expect(await faultsAgainst(earlier)).toEqual([
    `the manifest is from before the log was sealed at event ${former.seq}, and only that event can still be compared`,
  ]);
  await shop.setStock({ toolId: 'tool-0', set: 1, ...origin });
  expect(await faultsAgainst(await shop.head())).toEqual([]);
});
