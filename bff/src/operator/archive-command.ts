import { mendArchive } from '@karigar/events';
import type { CommandContext } from './command-context.ts';
import { readArchive, writeArchive } from './fresh-archive.ts';
import { isoTime } from './output.ts';

/**
 * `archive`: has a server write the archive at once, writes again what is missing in its middle and still in Redis, and says where it ends and
 * what is wrong with it. `check` reads every segment back.
 */
export async function archive(context: CommandContext, { check }: { check: boolean }): Promise<number> {
  const { output, signal } = context;
  const written = await writeArchive(context);
  const { shop, seq, hash, at, recordsAt } = written;
  const { epoch } = await (await context.log()).head();
  const { mended, ...found } = await mendArchive(
    await context.store(),
    await context.objects(),
    { shop, epoch },
    { contents: check, signal },
  );
  const { chain, lacks } = await readArchive(context, written);
  const faults = lacks === null ? found.faults : [...found.faults, lacks];
  const segments = chain.segments.length;
  output.result({ shop, seq, hash, at, recordsAt, segments, mended, faults }, () => {
    output.line(`The archive of the shop ${shop} ends with event ${seq}, ${hash}`);
    output.line(`${segments} segments; written ${isoTime(at)}, records as of ${isoTime(recordsAt)}.`);
    for (const { from, to } of mended)
      output.line(`Events ${from} to ${to} were missing or changed there: written again out of Redis.`);
    for (const { from, to, what } of faults) output.line(`Events ${from} to ${to}: ${what}.`);
  });
  return faults.length === 0 ? 0 : 1;
}
