import type { UploadedImage } from '@karigar/bff/contracts';
import { NoAnswerError } from '../../../shared/api/failure.ts';
import { replyOf, withToken } from '../../../shared/api/http.ts';

/** Silence of this length (ms) counts as a dead line; the shop needs a part of it to encode the picture. */
const silenceLimit = 60_000;

/** XMLHttpRequest, because fetch cannot tell how much of a request has left. */
function post(file: File, token: string, onProgress: (part: number) => void) {
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    let silence: ReturnType<typeof setTimeout>;
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => {
        request.abort();
        reject(new NoAnswerError('timeout'));
      }, silenceLimit);
    };
    request.open('POST', '/api/images');
    request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.upload.onprogress = (event) => {
      heard();
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onload = () => {
      clearTimeout(silence);
      // An answer that must be empty may not even be given an empty text.
      resolve(new Response(request.responseText || null, { status: request.status }));
    };
    request.onerror = () => {
      clearTimeout(silence);
      reject(new NoAnswerError('unreachable'));
    };
    const form = new FormData();
    form.append('image', file);
    heard();
    request.send(form);
  });
}

/**
 * Sends a picture to the shop's image host and gives its address. `onProgress` is called with the part that has been sent, 0 to 1.
 * Throws ApiProblem for a refusal (too large, no picture) and NoAnswerError when the line died.
 */
export async function uploadImage(file: File, onProgress: (part: number) => void): Promise<string> {
  const { body } = await replyOf<UploadedImage>(await withToken((token) => post(file, token, onProgress)));
  return body.data.url;
}
