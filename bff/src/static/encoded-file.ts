import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from '../http/accepted-encoding.ts';
import { entityTag } from '../http/answers.ts';
import { bytesOrNull, type ReleaseFile } from './release-files.ts';

/** One file as it goes over the wire in one encoding; the tag differs per encoding, as a strong tag must. */
export interface EncodedFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly tag: string;
  readonly encoding: Encoding;
}

const compressible = /\.(?:html|js|css|svg|json|webmanifest|txt|map|xml)$/;
const worthwhileBytes = 512;
/** From 6 on the smallest page takes tens of milliseconds, for a hundredth less. The build compresses its files as far as it goes. */
const brotliQuality = 5;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const suffix: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' };

/** Reads the file in that encoding: the build's own compressed form if it has one, else compressed here. Null when it is gone. */
export async function encodedFile(release: ReleaseFile, wanted: Encoding): Promise<EncodedFile | null> {
  const plain = await bytesOrNull(release.file);
  if (plain === null) return null;
  const encoding =
    compressible.test(release.path) && plain.byteLength > worthwhileBytes ? wanted : 'identity';
  if (encoding === 'identity') return { bytes: plain, tag: entityTag(plain), encoding };
  const ready = await bytesOrNull(`${release.file}${suffix[encoding]}`);
  const bytes = ready ?? (await compressed(plain, encoding));
  return { bytes, tag: entityTag(bytes), encoding };
}

/** Encodes bytes that are no file of the build. */
export async function encodedBytes(plain: Uint8Array<ArrayBuffer>, encoding: Encoding): Promise<EncodedFile> {
  const bytes = encoding === 'identity' ? plain : await compressed(plain, encoding);
  return { bytes, tag: entityTag(bytes), encoding };
}

/** Caches at most `max` files in memory. What is missing or failed is read again: another process may be archiving it. */
export function fileCache(max: number) {
  const files = new Map<string, Promise<EncodedFile | null>>();
  return (key: string, read: () => Promise<EncodedFile | null>): Promise<EncodedFile | null> => {
    const cached = files.get(key);
    if (cached) return cached;
    if (files.size >= max) files.clear();
    const reading = read();
    files.set(key, reading);
    reading.then((file) => file === null && files.delete(key)).catch(() => files.delete(key));
    return reading;
  };
}

async function compressed(plain: Uint8Array, encoding: 'br' | 'gzip'): Promise<Uint8Array<ArrayBuffer>> {
  const bytes =
    encoding === 'br'
      ? await brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
      : await zip(plain, { level: 9 });
  return new Uint8Array(bytes);
}
