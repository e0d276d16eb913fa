import { mendArchive } from '@karigar/events';
import type { CommandContext } from './command-context.ts';
import { readArchive, writeArchive } from './fresh-archive.ts';
import { isoTime, readableBytes } from './output.ts';

/**
 * `archive`: has a server write the archive at once, writes again what is missing in its middle and still in Redis, and says where it ends and
 * what is wrong with it. `check` reads every segment back.
 */
export async function archive(context: CommandContext, { check }: { check: boolean }): Promise<number> {
  const { output, signal } = context;
  const written = await writeArchive(context);
  const { shop, seq, hash, at, recordsAt } = written;
  const { mended, ...found } = await mendArchive(await context.scan(), await context.objects(), {
    contents: check,
    signal,
  });
  const { chain, lacks } = await readArchive(context, written);
  const faults = lacks === null ? found.faults : [...found.faults, lacks];
  const { entries } = chain;
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  output.result({ shop, seq, hash, at, recordsAt, segments: entries.length, bytes, mended, faults }, () => {
    output.line(`The archive of the shop ${shop} ends with event ${seq}, ${hash}`);
    output.line(
      `${entries.length} segments, ${readableBytes(bytes)}; written ${isoTime(at)}, records as of ${isoTime(recordsAt)}.`,
    );
    for (const { from, to } of mended)
      output.line(`Events ${from} to ${to} were missing or changed there: written again out of Redis.`);
    for (const { from, to, what } of faults) output.line(`Events ${from} to ${to}: ${what}.`);
  });
  return faults.length === 0 ? 0 : 1;
}
