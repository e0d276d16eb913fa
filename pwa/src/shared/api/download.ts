import { NoAnswerError } from './failure.ts';
import { openStream } from './http.ts';

/**
 * Fetches a file below `/api`. The answer is streamed and may take its time, so there is no limit on the whole. `onBytes` hears how
 * many bytes are here. Throws ApiProblem or NoAnswerError.
 */
export async function download(
  path: string,
  type: string,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<Blob> {
  let bytes = 0;
  const stream = await openStream(path, { Accept: type }, new AbortController().signal, (length) => {
    bytes += length;
    onBytes(bytes);
  });
  return new Response(stream).blob().catch((cause: unknown) => {
    throw new NoAnswerError('unreachable', cause);
  });
}
