import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';
import { chosenEncoding } from './accepted-encoding.ts';
import { entityTag, publicCache, taggedJson } from './answers.ts';
import type { AppEnv } from './app-env.ts';
import { requestHeader } from './request-header.ts';

const compress = promisify(gzip);

/** Shorter answers fit into one packet anyway (bytes). */
const worthGzipping = 1_200;

/** Bytes in one encoding, with the strong tag of these very bytes. */
const encoded = (bytes: Buffer<ArrayBuffer>, encoding: 'identity' | 'gzip') => ({
  bytes,
  encoding,
  tag: entityTag(bytes),
});

/** Public text, plain and for those who read gzip. */
export type GzipText = ReturnType<typeof gzipText>;

/** Prepares a text; compresses it at most once, and only when a client asks for that. */
export function gzipText(text: string) {
  const plain = encoded(Buffer.from(text), 'identity');
  let ready: ReturnType<typeof encoded> | null = plain.bytes.length < worthGzipping ? plain : null;
  let compressing: Promise<ReturnType<typeof encoded>> | undefined;
  return {
    plain,
    /** The compressed form, or the plain one of a short text; null until it is made. */
    gzippedNow: () => ready,
    /** Like `gzippedNow`, but makes it first. */
    async gzipped() {
      if (ready !== null) return ready;
      compressing ??= compress(plain.bytes).then((bytes) => encoded(bytes, 'gzip'));
      ready = await compressing;
      return ready;
    },
  };
}

/** Answers it, as JSON unless `headers` say otherwise, in the encoding that the client prefers, or 304 when the client has these bytes already. */
export async function answerGzipText(
  c: Context<AppEnv>,
  text: GzipText,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const wantsGzip = chosenEncoding(requestHeader(c, 'accept-encoding'), ['gzip']) === 'gzip';
  const { bytes, tag, encoding } = wantsGzip ? await text.gzipped() : text.plain;
  return taggedJson(c, bytes, tag, {
    ...publicCache,
    ...headers,
    Vary: 'Accept-Encoding',
    ...(encoding === 'gzip' ? { 'Content-Encoding': encoding } : {}),
  });
}
