import { setTimeout as pause } from 'node:timers/promises';
import type { Injection } from '../fault.ts';
import type { SeededRandom } from '../seeded-random.ts';
import {
  type ArchiveFault,
  type LabArchive,
  lastLines,
  openLabArchive,
  readWitness,
  restoreIntoSpare,
  wrong,
} from './lab-archive.ts';

/** A shop of its own for each round, with four full segments and a tail. */
const needsSegments = {
  lasts: 'a round',
  open: () => openLabArchive({ archivers: 0, events: 8_300 }),
} as const;

type Damage = 'removed' | 'changed';

/** Damages a full segment in the middle; what is wrong is named, and it is written again out of Redis. */
const damaged = (damage: Damage): ArchiveFault => ({
  name: `a full segment ${damage} in the middle; named, and written again out of Redis`,
  rounds: 1,
  needs: needsSegments,
  sellsOn: true,
  async inject(lab, injection) {
    const { range } = await damageOne(lab, injection.random, damage);
    await isNamed(lab, injection, range);
    const plan = await lab.orders(['trim', '--older-than', '0d', '--json']);
    if (plan.code === 0 || !plan.output.includes(`"from":${range.from}`))
      injection.found(wrong(`trim does not name events ${range.from}: ${lastLines(plan.output)}`));
    const mended = await lab.orders(['archive', '--check']);
    if (
      mended.code !== 0 ||
      !mended.output.includes(`Events ${range.from} to ${range.to} were missing or changed`)
    )
      injection.found(wrong(`it is not written again: ${lastLines(mended.output)}`));
  },
});

/** A restore refuses, and names the events that the archive cannot give. */
async function isNamed(
  lab: LabArchive,
  { found }: Injection,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const refused = await restoreIntoSpare(lab);
  if (refused.code === 0 || !refused.output.includes(`events ${from} to ${to}`))
    found(wrong(`restore does not name events ${from} to ${to}: ${lastLines(refused.output)}`));
}

async function damageOne(lab: LabArchive, random: SeededRandom, damage: Damage) {
  const { objects, shop } = lab;
  // A server may still be writing the log with which the shop began.
  await lab.orders(['archive']);
  const names: string[] = [];
  for await (const name of objects.list(`${shop}/log/`)) names.push(name);
  const to = random.pick([4_000, 6_000]);
  const range = { from: to - 1_999, to };
  const kept = new Map<string, Uint8Array>();
  for (const name of names.filter((one) => one.includes(`-${to}-`))) {
    const bytes = await objects.read(name);
    if (bytes === null) continue;
    kept.set(name, bytes);
    await objects.remove(name);
    if (damage === 'changed')
      await objects.putNew(name, bytes.subarray(0, random.whole(0, bytes.length - 1)));
  }
  if (kept.size === 0) throw new Error(`There is no segment to ${to}`);
  return { range, kept };
}

/** The command `trim` is killed before and while it removes, and goes on; then a segment is lost whose events have left Redis. */
export const damageFaults: readonly ArchiveFault[] = [
  damaged('removed'),
  damaged('changed'),
  {
    name: 'trim killed at each of its steps; then a trimmed segment removed, named and put back',
    rounds: 2,
    needs: needsSegments,
    sellsOn: true,
    async inject(lab, injection) {
      const { redis, orders, objects, s3, redisUrl, witness } = lab;
      const { found, random } = injection;
      const archived = await orders(['archive']);
      if (archived.code !== 0) throw new Error(archived.output);
      for (const [seq, event] of await readWitness(redis)) witness.set(seq, event);
      const trim = ['trim', '--older-than', '0d', '--yes', '--why', 'routine'];
      const reads = async () =>
        (await s3.requests()).filter(
          (one) => one.startsWith('GET ') && /-(2000|4000|6000|8000)-\S+gz$/.test(one),
        ).length;
      // It reads the four segments for its plan and again right before the cut; the last wait ends about when that is done.
      for (const [after, wait] of [
        [1, 0],
        [4, 0],
        [5, 0],
        [8, 0],
        [8, random.whole(1, 60)],
      ] as const) {
        const kill = new AbortController();
        await s3.forget();
        const running = orders(trim, { kill: kill.signal });
        let ended = false;
        void running.finally(() => {
          ended = true;
        });
        while (!ended && (await reads()) < after) await pause(2);
        await pause(wait);
        kill.abort();
        await running;
      }
      const done = await orders(trim);
      if (done.code !== 0) found(wrong(`trim: ${lastLines(done.output)}`));
      const first = Math.min(...(await readWitness(redis)).keys());
      if (first < 6_001) found(wrong(`trim leaves event ${first} in ${redisUrl}`));
      const { range, kept } = await damageOne(lab, random, 'removed');
      await isNamed(lab, injection, range);
      const verified = await orders(['verify']);
      if (verified.code === 0 || !verified.output.includes(`events ${range.from} to ${range.to}`))
        found(
          wrong(`verify does not name events ${range.from} to ${range.to}: ${lastLines(verified.output)}`),
        );
      for (const [name, bytes] of kept) await objects.putNew(name, bytes);
    },
  },
];
