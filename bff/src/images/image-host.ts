import { z } from 'zod';
import { ProblemError } from '../problem/problem-error.ts';
import type { EncodePicture } from './picture-encoder.ts';
import type { StorePicture } from './picture-store.ts';

const HostAnswer = z.object({
  success: z.literal(true),
  data: z.object({ url: z.url({ protocol: /^https?$/ }) }),
});

/**
 * Forwards pictures to an external host that speaks imgbb's protocol. The key goes from this server to the host and never to a
 * browser, and what is forwarded is our own encoding, without the metadata of the original.
 */
export const hostedPictures =
  (host: { url: string; key: string }, encode: EncodePicture): StorePicture =>
  async (original) => {
    const { largest, width, height } = await encode(original);
    const body = new FormData();
    body.set('image', new Blob([largest.bytes], { type: 'image/webp' }), largest.name);
    const address = new URL(host.url);
    address.searchParams.set('key', host.key);
    try {
      const answer = await fetch(address, { method: 'POST', body, signal: AbortSignal.timeout(15_000) });
      if (!answer.ok) throw new Error(`The picture host answered ${answer.status}`);
      return { url: HostAnswer.parse(await answer.json()).data.url, width, height };
    } catch (error) {
      throw new ProblemError(
        'PROVIDER_UNAVAILABLE',
        'The picture could not be uploaded. Try again in a moment.',
        // The error itself may quote the address, which holds the key.
        { retryAfter: 5, cause: error instanceof Error ? error.name : undefined },
      );
    }
  };
