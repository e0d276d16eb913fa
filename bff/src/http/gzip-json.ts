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

/** Public JSON, plain and for those who read gzip. */
export type GzipJson = ReturnType<typeof gzipJson>;

/** Prepares a JSON text; compresses it at most once, and only when a client asks for that. */
export function gzipJson(text: string) {
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

/** Answers it in the encoding that the client prefers, or 304 when the client has these very bytes already. */
export async function answerGzipJson(c: Context<AppEnv>, json: GzipJson): Promise<Response> {
  const wantsGzip = chosenEncoding(requestHeader(c, 'accept-encoding'), ['gzip']) === 'gzip';
  const { bytes, tag, encoding } = wantsGzip ? await json.gzipped() : json.plain;
  return taggedJson(c, bytes, tag, {
    ...publicCache,
    Vary: 'Accept-Encoding',
    ...(encoding === 'gzip' ? { 'Content-Encoding': encoding } : {}),
  });
}
