import { fork } from 'node:child_process';
import { join } from 'node:path';
import { ProblemError } from '../problem/problem-error.ts';
import type { EncodedPicture, PictureRefusedError } from './encode-picture.ts';
import { acceptedPictures } from './picture-names.ts';

/** What the process of a picture answers. */
export type EncodeAnswer =
  | EncodedPicture
  | { refused: PictureRefusedError['code']; message: string; cause: string };

/**
 * Encodes one picture. Throws ProblemError 415 UNSUPPORTED_MEDIA, 400 BAD_IMAGE for what is broken, too large or takes too
 * long, and 503 UNAVAILABLE when its process ends without an answer.
 */
export type EncodePicture = (original: Uint8Array) => Promise<EncodedPicture>;

/** By the clock (ms), for a process that hangs; the page gives up after a minute without a sign of life. */
const longestMs = 50_000;

/** How files of the accepted kinds begin: JPEG, PNG, WebP, GIF, AVIF. The decoder looks closer. */
const firstBytes = /^(?:\u00ff\u00d8\u00ff|\u0089PNG|RIFF.{4}WEBP|GIF8[79]a|.{4}ftyp.*avi[fs])/s;

/**
 * Encodes each picture in a process of its own, which takes its memory along when it ends and cannot take the server with it. Encoding
 * is slow and needs much memory, so one picture is encoded at a time; the others wait. What does not begin like a
 * picture starts no process.
 */
export function pictureEncoder({
  entry = join(import.meta.dirname, 'encode-process.ts'),
  processorMs = 20_000,
} = {}): EncodePicture {
  let queue: Promise<unknown> = Promise.resolve();
  return async (original) => {
    const begin = Buffer.from(original.subarray(0, 80)).toString('latin1');
    if (!firstBytes.test(begin)) throw refusal('UNSUPPORTED_MEDIA', acceptedPictures);
    const turn = queue.then(() => inOwnProcess(entry, processorMs, original));
    queue = turn.catch(() => undefined);
    return turn;
  };
}

async function inOwnProcess(
  entry: string,
  processorMs: number,
  original: Uint8Array,
): Promise<EncodedPicture> {
  // Decodes what strangers made: it is told none of the server's secrets.
  const child = fork(entry, [String(processorMs)], { serialization: 'advanced', env: {}, execArgv: [] });
  const limit = setTimeout(() => child.kill('SIGKILL'), longestMs);
  try {
    const answer = await new Promise<EncodeAnswer>((resolve, reject) => {
      child.once('message', (message) => resolve(message as EncodeAnswer));
      child.once('error', reject);
      child.once('exit', (code, signal) => reject(new Error(`The process ended with ${signal ?? code}`)));
      child.send(original, (error) => error && reject(error));
    });
    if ('refused' in answer) throw refusal(answer.refused, answer.message, answer.cause);
    return answer;
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    throw new ProblemError('UNAVAILABLE', 'The picture could not be read just now. Try again in a moment.', {
      retryAfter: 5,
      cause: error,
    });
  } finally {
    clearTimeout(limit);
    child.kill('SIGKILL');
  }
}

function refusal(code: PictureRefusedError['code'], detail: string, cause?: unknown) {
  const errors = code === 'BAD_IMAGE' ? { errors: [{ field: 'image', message: detail }] } : {};
  return new ProblemError(code, detail, { ...errors, cause });
}
