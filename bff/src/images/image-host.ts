import { z } from 'zod';
import { ProblemError } from '../problem/problem-error.ts';
import type { EncodePicture } from './picture-encoder.ts';
import type { PictureStore } from './picture-store.ts';

const HostAnswer = z.object({
  success: z.literal(true),
  data: z.object({ url: z.url({ protocol: /^https?$/ }) }),
});

const away = (cause?: unknown) =>
  new ProblemError('PROVIDER_UNAVAILABLE', 'The picture could not be uploaded. Try again in a moment.', {
    retryAfter: 5,
    cause,
  });

/**
 * Forwards pictures to an external host that speaks imgbb's protocol. The key goes from this server to the host and never to a
 * browser, and what is forwarded is our own encoding, without the metadata of the original.
 */
export function hostedPictureStore(host: { url: string; key: string }, encode: EncodePicture): PictureStore {
  return {
    async add(original) {
      const { largest, width, height } = await encode({ original, forms: 'largest' });
      const form = new FormData();
      form.set('image', new Blob([largest.bytes], { type: 'image/webp' }), largest.name);
      const address = new URL(host.url);
      address.searchParams.set('key', host.key);
      const url = await ask(address, form);
      return { url, width, height };
    },
  };
}

async function ask(address: URL, form: FormData): Promise<string> {
  try {
    const answer = await fetch(address, { method: 'POST', body: form, signal: AbortSignal.timeout(15_000) });
    if (!answer.ok) throw new Error(`The picture host answered ${answer.status}`);
    return HostAnswer.parse(await answer.json()).data.url;
  } catch (error) {
    // The cause may quote the address, which holds the key.
    throw away(error instanceof Error ? error.name : undefined);
  }
}
