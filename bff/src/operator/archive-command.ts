import type { CommandContext } from './command-context.ts';
import { freshArchive } from './fresh-archive.ts';
import { isoTime, readableBytes } from './output.ts';

/** `archive`: has a server write the archive at once, and says where it ends and what its entries lack. */
export async function archive(context: CommandContext): Promise<number> {
  const { output } = context;
  const { shop, state, entries, lacks, ...found } = await freshArchive(context);
  const faults = lacks === null ? found.faults : [...found.faults, lacks];
  const { seq, hash, at, recordsAt } = state;
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  output.result({ shop, seq, hash, at, recordsAt, segments: entries.length, bytes, faults }, () => {
    output.line(`The archive of the shop ${shop} ends with event ${seq}, ${hash}`);
    output.line(
      `${entries.length} segments, ${readableBytes(bytes)}; written ${isoTime(at)}, records as of ${isoTime(recordsAt)}.`,
    );
    for (const { from, to, what } of faults) output.line(`Events ${from} to ${to}: ${what}.`);
  });
  return faults.length === 0 ? 0 : 1;
}
