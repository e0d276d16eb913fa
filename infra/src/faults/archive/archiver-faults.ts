import { setTimeout as pause } from 'node:timers/promises';
import type { S3Fault, TestS3 } from '@karigar/events/s3-simulator';
import { until } from '../../cluster/until.ts';
import type { ArchiveEnvironment } from './archive-environment.ts';
import type { ArchiveFault } from './archive-fault.ts';
import { busyLog } from './busy-log.ts';

const burst = 700;
/** Longer than a killed process needs to be gone, and shorter than the storage's limit. */
const heldMs = 3_000;

type Asked = Omit<S3Fault, 'effect'>;

/** Waits until the storage has been asked for something since its requests were forgotten, and gives the request. */
async function untilAsked(s3: TestS3, { method = '', key = '', ending = '' }: Asked): Promise<string> {
  const isIt = (one: string) => one.startsWith(`${method} `) && one.includes(key) && one.endsWith(ending);
  await until(`the storage is asked for ${method} ${key}…${ending}`, async () =>
    (await s3.requests()).some(isIt),
  );
  return (await s3.requests()).find(isIt) ?? '';
}

/** Has the storage hold up the next such request, and settles with it once it does. */
async function heldUp(s3: TestS3, request: Asked): Promise<string> {
  await s3.forget();
  await s3.order({ effect: 'slow', ms: heldMs, times: 1, ...request });
  return untilAsked(s3, request);
}

/** Kills the server that writes the archive in the middle of a step, which the storage holds up. */
const killedAt = (step: string, request: Asked, restarted = false): ArchiveFault => ({
  name: `archiving server killed: ${step}`,
  rounds: 1,
  archivers: 1,
  sellsOn: true,
  async inject({ s3, archivers: [archiver], redisUrl }, { struck }) {
    const held = heldUp(s3, request);
    // A base of records is only written when a server begins.
    if (restarted) {
      await archiver?.signal('SIGTERM');
      await archiver?.start();
    }
    await Promise.all([held, busyLog(redisUrl, burst)]);
    struck();
    await archiver?.signal('SIGKILL');
    await s3.heal();
    await archiver?.start();
  },
});

const segment = { key: '/log/', ending: '.ndjson.gz' };
const entry = { key: '/log/', ending: '.json' };

/** What happens to the servers that write the archive, while another one sells. */
export const archiverFaults: readonly ArchiveFault[] = [
  {
    name: 'archiving server killed at any moment, five times',
    rounds: 2,
    archivers: 1,
    sellsOn: true,
    async inject({ archivers: [archiver], redisUrl }, { random }) {
      for (let times = 0; times < 5; times += 1) {
        await busyLog(redisUrl, burst);
        await pause(random.whole(0, 3_000));
        await archiver?.signal('SIGKILL');
        await archiver?.start();
      }
    },
  },
  killedAt('before a segment is put', { method: 'PUT', ...segment }),
  killedAt('between the put of a segment and its reading back', { method: 'GET', ...segment }),
  killedAt('before the entry is put', { method: 'PUT', ...entry }),
  killedAt('between the put of the entry and its reading back', { method: 'GET', ...entry }),
  killedAt('before the old tail is removed', { method: 'DELETE', ...segment }),
  killedAt('between the removals of the old tail and of its entry', { method: 'DELETE', ...entry }),
  killedAt('before a delta of records is put', { method: 'PUT', key: '-delta-' }),
  killedAt('before a base of records is put', { method: 'PUT', key: '-base-' }, true),
  {
    name: 'holder of the lease stopped (SIGSTOP) until another has it, then both write',
    rounds: 2,
    archivers: 2,
    sellsOn: true,
    inject: bothWrite,
  },
];

/** A server that goes on may find its request broken off, and its lease lost: then nothing was tried. */
const mostTries = 5;

async function bothWrite(
  environment: ArchiveEnvironment,
  { struck, found }: Parameters<ArchiveFault['inject']>[1],
) {
  const { archivers } = environment;
  let [holder, other] = archivers;
  let haveTried = false;
  for (let tries = 0; !haveTried && tries < mostTries; tries += 1) {
    haveTried = await stopTheHolder(environment, holder, struck);
    [holder, other] = [other, holder];
  }
  if (!haveTried)
    found({ kind: 'stalled', what: 'the two servers did not both write, so nothing was tried' });
  for (const one of archivers) await one.signal('SIGTERM');
  for (const one of archivers) await one.start();
}

/** Stops the server that has the lease, and lets it go on when another one writes. Answers whether it still wrote then. */
async function stopTheHolder(
  { redisUrl, s3 }: ArchiveEnvironment,
  holder: ArchiveEnvironment['archivers'][number] | undefined,
  struck: () => void,
): Promise<boolean> {
  // In the middle of a put, so that it goes on with just that.
  const [held] = await Promise.all([
    heldUp(s3, { method: 'PUT', key: '/log/', ending: '.ndjson.gz' }),
    busyLog(redisUrl, burst),
  ]);
  struck();
  await holder?.signal('SIGSTOP');
  await s3.heal();
  // Another has the lease when a new base of records appears.
  await s3.forget();
  await untilAsked(s3, { method: 'PUT', key: '/records/' });
  await busyLog(redisUrl, burst);
  await s3.forget();
  await holder?.signal('SIGCONT');
  for (let times = 0; times < 4; times += 1) {
    await busyLog(redisUrl, burst / 2);
    await pause(1_000);
  }
  // The entry of the segment that it had in hand: by then the other writes longer ones.
  const own = held.replace('.ndjson.gz', '.json');
  return (await s3.requests()).includes(own);
}
