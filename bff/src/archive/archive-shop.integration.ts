import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type OrderLog, openObjects, openOrderLog, readChain, redisKeys } from '@karigar/events';
import { origin } from '@karigar/events/sample-shop';
import { startRedis } from '@karigar/events/testing';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runChores } from '../jobs/testing/run-chores.ts';
import { archiveChore } from './archive-shop.ts';
import { archiveState, askForRound } from './archive-state.ts';

let log: OrderLog;
let folder: string;
const running: { stop(): Promise<void> }[] = [];
const patience = { timeout: 60_000 };

const redis = await startRedis();
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'karigar-archive-'));
  log = await openOrderLog({ url: redis.url, commandTimeoutMs: 20_000 });
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()));
  await log.redis.run((connection) => connection.flushAll());
  await log.close();
  await rm(folder, { recursive: true, force: true });
});
afterAll(() => redis.stop());

const store = () => openObjects(pathToFileURL(folder).href, { credentials: null });
const append = (set: number) => log.setStock({ toolId: 't', set, ...origin });
const archivedTo = async () => {
  const { segments, faults } = await readChain(store(), await log.shop());
  return [segments.at(-1)?.to ?? 0, faults.length];
};

/** Writes the archive as a server does. */
async function archive(everySeconds = 1) {
  const one = await runChores(log, (parts) => {
    const chore = archiveChore({
      ...{ ...parts, log, objects: store(), redisUrl: redis.url, everySeconds, keepDays: 35 },
    });
    return chore === null ? [] : [chore];
  });
  running.push(one);
  return one;
}

describe('the archive of a running shop', () => {
  it('grows with the log, and the metrics tell how far it is', async () => {
    await append(1);
    const { metrics } = await archive();
    await expect.poll(archivedTo, patience).toEqual([1, 0]);
    await append(2);
    await append(3);
    await expect.poll(archivedTo, patience).toEqual([3, 0]);
    await expect.poll(metrics, patience).toMatch(/^karigar_archive_seq 3$/m);
    expect(await metrics()).toMatch(/^karigar_archive_behind_seconds 0$/m);
    await expect.poll(metrics, patience).toMatch(/^karigar_archive_records_timestamp_seconds [1-9]/m);
  });

  it('is written at once when an operator asks', async () => {
    await append(1);
    const { metrics } = await archive(3_600);
    await expect.poll(archivedTo, patience).toEqual([1, 0]);
    await append(2);
    // None in the millisecond in which it was written.
    await expect
      .poll(metrics, patience)
      .toMatch(/^karigar_archive_behind_seconds 0\.\d+$|^karigar_archive_behind_seconds [1-9]/m);
    await askForRound(log.redis);
    await expect.poll(archivedTo, patience).toEqual([2, 0]);
    await expect.poll(async () => (await archiveState(log.redis))?.seq, patience).toBe(2);
  });

  it('goes on in another process when the one that writes it stops', async () => {
    const first = await archive();
    const second = await archive();
    await append(1);
    await expect.poll(archivedTo, patience).toEqual([1, 0]);
    await first.stop();
    await append(2);
    await expect.poll(archivedTo, patience).toEqual([2, 0]);
    await second.stop();
    await append(3);
    await archive();
    await expect.poll(archivedTo, patience).toEqual([3, 0]);
  });

  it('is left to another server once that has the job', async () => {
    await append(1);
    const { said } = await archive();
    const connections = () => log.redis.run((connection) => connection.clientList());
    const archivers = async () =>
      (await connections()).filter(({ name }) => name === 'karigar-archive').length;
    await expect.poll(archivedTo, patience).toEqual([1, 0]);
    expect(await archivers()).toBeGreaterThan(0);
    const lock = `${redisKeys.follower('jobs')}:chores:archive:lock`;
    await log.redis.run((connection) => connection.set(lock, 'of another server'));
    await expect.poll(archivers, patience).toBe(0);
    await log.redis.run((connection) => connection.del(lock));
    await append(2);
    await expect.poll(archivedTo, patience).toEqual([2, 0]);
    expect(said.join('')).not.toContain('the archive cannot be written');
  });

  it('says once that the storage is away, and goes on by itself when it is back', async () => {
    await append(1);
    const { said, metrics } = await archive();
    await expect.poll(archivedTo, patience).toEqual([1, 0]);
    const aside = `${folder}-aside`;
    await rename(folder, aside);
    try {
      await append(2);
      await expect.poll(metrics, patience).toMatch(/^karigar_archive_failures_total [3-9]$/m);
      expect(said.filter((line) => line.includes('the archive cannot be written'))).toHaveLength(1);
    } finally {
      await rename(aside, folder);
    }
    await expect.poll(archivedTo, patience).toEqual([2, 0]);
    // It is said once the round has ended, after its objects can be read.
    await expect.poll(() => said.join(''), patience).toContain('the archive is written again');
  });

  it('goes on after Redis was restarted, with all records anew', async () => {
    await append(1);
    await archive();
    await expect.poll(async () => (await archiveState(log.redis))?.at, patience).toBeGreaterThan(0);
    const before = (await archiveState(log.redis))?.at ?? 0;
    await redis.restart();
    await expect.poll(() => append(2).then(() => 'written', String), patience).toBe('written');
    await expect.poll(archivedTo, patience).toEqual([2, 0]);
    await expect.poll(async () => (await archiveState(log.redis))?.at, patience).toBeGreaterThan(before);
  });
});
