import type { Context, Hono } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import type { AppEnv } from '../http/app-env.ts';
import type { Handlers } from '../http/call.ts';
import { readBody, slowestBodyMs } from '../http/read-body.ts';
import { invalid, ProblemError } from '../problem/problem-error.ts';
import { pictureName } from './picture-names.ts';
import { pictureFolder, type ReadObject, type StorePicture } from './picture-store.ts';

/** The largest upload, in bytes. */
const maxPictureBytes = 8 * 1024 * 1024;
/** Room for the multipart frame around the picture. */
const frameBytes = 64 * 1024;

/** The upload of pictures. */
export function imageCalls(store: StorePicture) {
  return {
    async 'POST /images'({ c, stillAllowed }) {
      const picture = await uploadedImage(c);
      await stillAllowed();
      const data = await store(picture);
      return { success: true, status: 200, data };
    },
  } satisfies Partial<Handlers>;
}

async function uploadedImage(c: Context<AppEnv>) {
  const contentType = c.req.header('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType))
    throw new ProblemError('UNSUPPORTED_MEDIA', 'Send the picture as multipart/form-data, field image.');
  const body = await readBody(c, maxPictureBytes + frameBytes, () => c.req.arrayBuffer(), slowestBodyMs);
  let form: FormData;
  try {
    form = await new Response(body, { headers: { 'Content-Type': contentType } }).formData();
  } catch (error) {
    throw new ProblemError('MALFORMED', 'The form could not be read.', { cause: error });
  }
  const image = form.get('image');
  if (!(image instanceof Blob) || image.size === 0) throw invalid('image', 'Image is required');
  if (image.size > maxPictureBytes) throw new ProblemError('TOO_LARGE', 'Send at most 8 MB.');
  return new Uint8Array(await image.arrayBuffer());
}

/** Serves stored pictures under `/images`. Their names are hashes of their content, so they may be kept for ever. */
export function mountImages(app: Hono<AppEnv>, read: ReadObject): void {
  app.get('/images/:name', async (c) => {
    c.set('route', '/images');
    const name = c.req.param('name');
    const bytes = pictureName.test(name) ? await read(pictureFolder + name) : null;
    if (bytes === null) throw new ProblemError('NOT_FOUND', 'There is no such picture.');
    return c.body(bytes, 200, {
      'Content-Type': getMimeType(name) ?? 'application/octet-stream',
      'Cache-Control': 'public, max-age=31536000, immutable',
    });
  });
}
