import type { Problem, UploadedImage } from '@karigar/bff/contracts';
import { ApiProblem, NoAnswerError } from '../../../shared/api/failure.ts';
import { withToken } from '../../../shared/api/http.ts';

/** Silence of this length (ms) counts as a dead line; the shop needs a part of it to encode the picture. */
const silenceLimit = 60_000;

/** XMLHttpRequest, because fetch cannot tell how much of a request has left. */
function post(file: File, token: string | null, onProgress: (part: number) => void) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
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
    if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.upload.onprogress = (event) => {
      heard();
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onload = () => {
      clearTimeout(silence);
      resolve({ status: request.status, text: request.responseText });
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

/** The failure that a refusing answer stands for: the server's own problem, or that nothing readable came. */
function failureOf(text: string): ApiProblem | NoAnswerError {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && 'code' in body && 'status' in body) {
      return new ApiProblem(body as Problem);
    }
  } catch {
    // Something between us and the shop answered in its own words.
  }
  return new NoAnswerError('unreadable');
}

/**
 * Sends a picture to the shop's image host and gives its address. `onProgress` hears the part that has left, 0 to 1.
 * Throws ApiProblem for a refusal (too large, no picture) and NoAnswerError when the line died.
 */
export async function uploadImage(file: File, onProgress: (part: number) => void): Promise<string> {
  const { status, text } = await withToken((token) => post(file, token, onProgress));
  if (status < 200 || status > 299) throw failureOf(text);
  const answer = JSON.parse(text) as UploadedImage;
  return answer.data.url;
}
