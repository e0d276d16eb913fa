import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';
import { chosenEncoding } from './accepted-encoding.ts';
import { entityTag, publicCache, taggedJson } from './answers.ts';
import type { AppEnv } from './app-env.ts';
import { requestHeader } from './request-header.ts';

const zip = promisify(gzip);

/** A text in one encoding, with the strong tag of these very bytes. */
export interface PackedBytes {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly tag: string;
  readonly encoding: 'identity' | 'gzip';
}

/** Public JSON, as it is and for those who read gzip. */
export interface PackedJson {
  readonly plain: PackedBytes;
  /** The same bytes for a client that reads gzip, or `plain` when that is short. Compressed at most once. */
  zipped(): Promise<PackedBytes>;
  /** What `zipped` answered, once it has. */
  readonly zippedNow: PackedBytes | null;
}

/** Shorter answers fit into one packet anyway (bytes). */
const worthZipping = 1_200;

/** Packs a JSON text. */
export function packJson(text: string): PackedJson {
  const plain = packed(Buffer.from(text), 'identity');
  let zipping: Promise<PackedBytes> | undefined;
  let zippedNow: PackedBytes | null = plain.bytes.length < worthZipping ? plain : null;
  return {
    plain,
    get zippedNow() {
      return zippedNow;
    },
    zipped() {
      if (zippedNow !== null) return Promise.resolve(zippedNow);
      zipping ??= zip(plain.bytes).then((bytes) => {
        zippedNow = packed(bytes, 'gzip');
        return zippedNow;
      });
      return zipping;
    },
  };
}

function packed(bytes: Buffer<ArrayBuffer>, encoding: PackedBytes['encoding']): PackedBytes {
  return { bytes, tag: entityTag(bytes), encoding };
}

/** Answers it in the encoding that the client prefers, or 304 when the client has these very bytes already. */
export async function packedJson(c: Context<AppEnv>, json: PackedJson): Promise<Response> {
  const wantsGzip = chosenEncoding(requestHeader(c, 'accept-encoding'), ['gzip']) === 'gzip';
  const { bytes, tag, encoding } = wantsGzip ? await json.zipped() : json.plain;
  return taggedJson(c, bytes, tag, {
    ...publicCache,
    Vary: 'Accept-Encoding',
    ...(encoding === 'gzip' ? { 'Content-Encoding': encoding } : {}),
  });
}
