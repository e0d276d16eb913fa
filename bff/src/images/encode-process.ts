import sharp from 'sharp';
import { encodePicture, PictureRefusedError } from './encode-picture.ts';
import type { EncodeAnswer, EncodeJob } from './picture-encoder.ts';

// The process that `picture-encoder.ts` starts for one picture: takes a job, sends its answer, and ends.

// One thread leaves the other processors to the shop; a cache is of no use to a process that ends.
sharp.concurrency(1);
sharp.cache(false);

// A signal to the whole group is for the server, which lets its requests finish and then closes the channel.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
process.once('disconnect', () => process.exit());
process.once('message', async (job: EncodeJob) => {
  const answer = await encodePicture(job.original, job.forms).catch((error: unknown): EncodeAnswer => {
    if (!(error instanceof PictureRefusedError)) throw error;
    return { refused: error.code, message: error.message, cause: String(error.cause ?? '') };
  });
  process.send?.(answer, () => process.exit());
});
