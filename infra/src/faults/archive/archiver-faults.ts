import { setTimeout as pause } from 'node:timers/promises';
import { redisKeys } from '@karigar/events';
import type { S3Fault, TestS3 } from '@karigar/events/s3-simulator';
import { until } from '../../cluster/until.ts';
import { askRedis } from '../../stack/redis.ts';
import { type ArchiveFault, type LabArchive, needs } from './lab-archive.ts';

const burst = 700;
/** Longer than a killed process needs to be gone, and shorter than the storage's limit. */
const heldMs = 3_000;

type Asked = Omit<S3Fault, 'effect'>;

/** Waits until the storage has been asked for something since its requests were forgotten. */
const untilAsked = (s3: TestS3, { method = '', key = '', ending = '' }: Asked): Promise<void> =>
  until(`the storage is asked for ${method} ${key}…${ending}`, async () =>
    (await s3.requests()).some(
      (one) => one.startsWith(`${method} `) && one.includes(key) && one.endsWith(ending),
    ),
  );

/** Has the storage hold up the next such request, and settles once it does. */
async function heldUp(s3: TestS3, request: Asked): Promise<void> {
  await s3.forget();
  await s3.order({ effect: 'slow', ms: heldMs, times: 1, ...request });
  await untilAsked(s3, request);
}

/** Kills the server that writes the archive in the middle of a step, which the storage holds up. */
const killedAt = (step: string, request: Asked, restarted = false): ArchiveFault => ({
  name: `archiving server killed: ${step}`,
  rounds: 1,
  needs: needs.oneArchiver,
  sellsOn: true,
  async inject({ s3, archivers: [archiver], busy }, { struck }) {
    const held = heldUp(s3, request);
    // A base of records is only written when a server begins.
    if (restarted) {
      await archiver?.signal('SIGTERM');
      await archiver?.start();
    }
    await Promise.all([held, busy(burst)]);
    struck();
    await archiver?.signal('SIGKILL');
    await s3.heal();
    await archiver?.start();
  },
});

/** What a server writes that begins to write the archive. */
const newBase = { method: 'PUT', key: '-base.' };
/** The holder may notice at once that its lease is gone, and then nothing was tried. */
const mostTries = 5;
/** A holder renews its lock every 5 s. A try lasts seven, so that tries begin at other moments between two renewals. */
const halvesPerTry = 14;
/** The keys of BullMQ for scheduled jobs. */
const chores = `${redisKeys.follower('jobs')}:chores`;
const segment = { key: '/log/', ending: '.ndjson.gz' };

/** What happens to the servers that write the archive, while another one sells. */
export const archiverFaults: readonly ArchiveFault[] = [
  {
    name: 'archiving server killed at any moment, five times',
    rounds: 2,
    needs: needs.oneArchiver,
    sellsOn: true,
    async inject({ archivers: [archiver], busy }, { random }) {
      for (let times = 0; times < 5; times += 1) {
        await busy(burst);
        await pause(random.whole(0, 3_000));
        await archiver?.signal('SIGKILL');
        await archiver?.start();
      }
    },
  },
  killedAt('before a segment is put', { method: 'PUT', ...segment }),
  killedAt('between the put of a segment and its reading back', { method: 'GET', ...segment }),
  killedAt('before the old tail is removed', { method: 'DELETE', ...segment }),
  killedAt('before a delta of records is put', { method: 'PUT', key: '-delta.' }),
  killedAt('before a base of records is put', { method: 'PUT', key: '-base.' }, true),
  {
    name: 'holder of the lease stopped (SIGSTOP) until another has it, then gone on with',
    rounds: 1,
    needs: needs.twoArchivers,
    sellsOn: true,
    async inject({ busy, s3, archivers }, { struck }) {
      const [holder] = archivers;
      // In the middle of a put.
      await Promise.all([heldUp(s3, { method: 'PUT', key: '/log/' }), busy(burst)]);
      struck();
      await holder?.signal('SIGSTOP');
      await s3.heal();
      await s3.forget();
      await untilAsked(s3, newBase);
      await holder?.signal('SIGCONT');
      await busy(burst);
      await startInTurn(archivers);
    },
  },
  {
    name: 'job taken from its server: two servers write until it notices',
    rounds: 2,
    needs: needs.twoArchivers,
    sellsOn: true,
    async inject({ redis, busy, s3, archivers }, { struck, found }) {
      let haveBothWritten = false;
      for (let tries = 0; !haveBothWritten && tries < mostTries; tries += 1) {
        await s3.forget();
        // As if the holder had stood still: its lock is gone, and the next look finds its job stalled.
        await askRedis(redis.address, 'DEL', `${chores}:archive:lock`, `${chores}:stalled-check`);
        await askRedis(redis.address, 'SADD', `${chores}:stalled`, 'archive');
        struck();
        for (let halves = 0; halves < halvesPerTry; halves += 1) {
          await busy(burst / 7);
          await pause(500);
        }
        haveBothWritten = bothWrote(await s3.requests());
      }
      if (!haveBothWritten)
        found({ kind: 'stalled', what: 'the two servers did not both write, so nothing was tried' });
      await startInTurn(archivers);
    },
  },
];

/** Starts the servers anew, so that the first one has the job. */
async function startInTurn(archivers: LabArchive['archivers']): Promise<void> {
  for (const one of archivers) await one.signal('SIGTERM');
  for (const one of archivers) await one.start();
}

/** Checks whether a server still wrote records after another one, which begins with a base, had begun to. */
function bothWrote(requests: readonly string[]): boolean {
  const puts = requests.filter((one) => one.startsWith('PUT ') && one.includes('/records/'));
  const baseOf = (put: string) => /\/records\/(e\d+\/[^/]+)\//.exec(put)?.[1];
  const begun = puts.findIndex((one) => one.includes(newBase.key));
  return puts.slice(begun + 1).some((one) => begun !== -1 && baseOf(one) !== baseOf(puts[begun] ?? ''));
}
