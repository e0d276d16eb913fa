import type { UploadedImage } from '@karigar/bff/contracts';
import createPica from 'pica/pica_main';
import workerURL from 'pica/pica_worker?url';
import { NoAnswerError } from '../../../shared/api/failure.ts';
import { replyOf, withToken } from '../../../shared/api/http.ts';

/** Bytes up to which a picture travels as it is. */
const lightEnough = 400_000;
/** The width in pixels, and half the height, at most: the shop fits pictures into 1,200 x 2,400; a little more leaves its encoder something to choose from. */
const widest = 1_600;
const quality = 0.9;

/** In a worker of its own, so that the form stays responsive; without WebAssembly, which the page's security policy does not let run. */
const pica = createPica({ features: ['js', 'ww'], workerURL });

/**
 * Makes a smaller copy of a picture before it travels: upright, without metadata, and no larger than the shop needs. A light picture,
 * one that this browser cannot read, and one whose copy is no smaller stay as they are: what a picture is, the shop decides.
 */
export async function shrinkPicture(original: File): Promise<File> {
  if (original.size <= lightEnough) return original;
  try {
    const copy = await encoded(await drawn(original), original.type === 'image/jpeg');
    return copy.size < original.size ? new File([copy], original.name, { type: copy.type }) : original;
  } catch {
    return original;
  }
}

async function drawn(original: File): Promise<HTMLCanvasElement> {
  // The browser turns the picture upright, as its metadata says, while it decodes it.
  const picture = await createImageBitmap(original, { imageOrientation: 'from-image' });
  try {
    const scale = Math.min(1, widest / picture.width, (2 * widest) / picture.height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    return await pica.resize(picture, canvas);
  } finally {
    picture.close();
  }
}

/** Encodes as WebP. A browser that cannot (Safari) answers PNG, which suits drawings; a photo then becomes JPEG. */
async function encoded(canvas: HTMLCanvasElement, isPhoto: boolean): Promise<Blob> {
  const copy = await pica.toBlob(canvas, 'image/webp', quality);
  return copy.type === 'image/webp' || !isPhoto ? copy : pica.toBlob(canvas, 'image/jpeg', quality);
}

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
    // An answer that must be empty may not even be given an empty text.
    request.onload = () => resolve(new Response(request.responseText || null, { status: request.status }));
    request.onerror = () => reject(new NoAnswerError('unreachable'));
    request.onloadend = () => clearTimeout(silence);
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
