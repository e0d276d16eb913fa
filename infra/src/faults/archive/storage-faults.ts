import { setTimeout as pause } from 'node:timers/promises';
import type { S3Fault } from '@karigar/events/s3-simulator';
import { type ArchiveFault, type LabArchive, needs } from './lab-archive.ts';

/** Longer than two leases (15 s) and forty rounds of the archive. */
const awayMs = 40_000;
const harmMs = 12_000;
/** More than half of a segment, so that every second round crosses a border. */
const burst = 1_200;

/** While the storage misbehaves, the log grows over the border of a segment, as it does in an hour. */
const whileStorage =
  (fault: S3Fault, ms = harmMs): ArchiveFault['inject'] =>
  async ({ s3, busy }) => {
    await s3.order(fault);
    await busy(burst);
    await pause(ms);
    await s3.heal();
  };

const ofStorage = (
  name: string,
  inject: ArchiveFault['inject'],
  rounds = 2,
  shop = needs.noArchiver,
): ArchiveFault => ({ name, rounds, needs: shop, sellsOn: true, inject });

/** What the storage of objects does, while the server that sells also writes the archive. */
export const storageFaults: readonly ArchiveFault[] = [
  ofStorage('storage away for 40 s', whileStorage({ effect: 'reset' }, awayMs)),
  ofStorage('storage slow (2 s each answer)', whileStorage({ effect: 'slow', ms: 2_000 })),
  ofStorage(
    'storage hangs (longer than the limit of 30 s)',
    whileStorage({ effect: 'slow', ms: 45_000 }, 33_000),
    1,
  ),
  ofStorage('storage refuses: 503', whileStorage({ effect: 'busy' })),
  ofStorage('storage refuses: 403', whileStorage({ effect: 'denied' })),
  ofStorage('answers to puts are lost', whileStorage({ effect: 'lost', method: 'PUT' })),
  ofStorage(
    'storage lies: wrong bytes on reading back',
    whileStorage({ effect: 'wrong-bytes', method: 'GET' }),
  ),
  ofStorage('storage lies: cut off on reading back', whileStorage({ effect: 'cut-off', method: 'GET' }), 1),
  ofStorage(
    'storage lies: a put is acknowledged and not kept',
    whileStorage({ effect: 'unkept', method: 'PUT' }),
  ),
  ofStorage('storage lies: every second put is kept with another bit', async ({ s3, busy }, { random }) => {
    for (let times = 0; times < 12; times += 1) {
      await s3.order({ effect: 'kept-otherwise', method: 'PUT', times: random.whole(0, 2) });
      await busy(burst / 12);
      await pause(1_000);
    }
    await s3.heal();
  }),
  ofStorage(
    'storage lies: an old listing, when another server begins',
    async ({ s3, archivers: [archiver], busy }) => {
      await s3.order({ effect: 'old-listing', method: 'GET' });
      await busy(burst);
      await pause(3_000);
      await archiver?.signal('SIGTERM');
      await archiver?.start();
      await pause(harmMs);
      await s3.heal();
    },
    2,
    needs.oneArchiver,
  ),
  ofStorage(
    'a segment twice: tails that were removed are there again, when another server begins',
    async (lab) => {
      const { archivers, busy, objects } = lab;
      const tails = await tailsOf(lab);
      await busy(burst);
      await pause(4_000);
      for (const [name, bytes] of tails) await objects.putNew(name, bytes);
      await archivers[0]?.signal('SIGTERM');
      await archivers[0]?.start();
      await pause(3_000);
    },
    2,
    needs.oneArchiver,
  ),
];

/** The objects of the log that are no full segments, with their bytes. */
async function tailsOf({ objects, shop }: LabArchive): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for await (const name of objects.list(`${shop}/log/`)) {
    const to = Number(/\/\d{12}-(\d+)-/.exec(name)?.[1]);
    // Gone in between: a longer one has taken its place.
    const bytes = to % 2_000 === 0 ? null : await objects.read(name);
    if (bytes !== null) found.set(name, bytes);
  }
  return found;
}
