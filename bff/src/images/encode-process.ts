import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { encodePicture, PictureRefusedError } from './encode-picture.ts';
import type { EncodeAnswer } from './picture-encoder.ts';

// The process that `picture-encoder.ts` starts for one picture: takes a job, sends its answer, and ends. Its argument is the
// processor time (ms) that it may use. A limit by the clock would refuse good pictures on a busy machine.

// One thread leaves the other processors to the shop; a cache is of no use to a process that ends.
sharp.concurrency(1);
sharp.cache(false);

// A signal to the whole group is for the server, which lets its requests finish and then closes the channel.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
process.once('disconnect', () => process.exit());
process.once('message', async (original: Uint8Array) => {
  const answer = await Promise.race([encodePicture(original), tooLong()]).catch(
    (error: unknown): EncodeAnswer => {
      if (!(error instanceof PictureRefusedError)) throw error;
      return { refused: error.code, message: error.message, cause: String(error.cause ?? '') };
    },
  );
  process.send?.(answer, () => process.exit());
});

async function tooLong() {
  for (;;) {
    const { user, system } = process.cpuUsage();
    if ((user + system) / 1_000 > Number(process.argv[2]))
      throw new PictureRefusedError('BAD_IMAGE', 'The picture takes too long to read. Send a smaller one.');
    await setTimeout(100);
  }
}
