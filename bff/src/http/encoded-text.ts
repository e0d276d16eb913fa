import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { LRUCache } from 'lru-cache';
import { entityTag, publicCache, taggedJson } from './answers.ts';
import type { AppEnv } from './app-env.ts';
import { requestHeader } from './request-header.ts';

/** The encodings that answers are offered in. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** More than browsers send: splitting thousands of parts would hold up everybody. */
const mostRead = 256;

/** Parsed Accept-Encoding headers: browsers send only a few different ones. */
const known = new LRUCache<string, Map<string, number>>({
  max: 100,
  memoMethod: (accept) => new Map(parseAccept(accept).map(({ type, q }) => [type.toLowerCase(), q])),
});

/** Chooses the first of `offers` that an `Accept-Encoding` header allows. */
export function chosenEncoding(accept: string | undefined, offers: readonly Encoding[]): Encoding {
  if (accept === undefined || offers.length === 0) return 'identity';
  const quality = known.memo(accept.slice(0, mostRead));
  return offers.find((name) => (quality.get(name) ?? quality.get('*') ?? 0) > 0) ?? 'identity';
}

/** Shorter answers fit into one packet anyway (bytes). */
const worthCompressing = 1_200;
/** From 6 on the smallest page takes tens of milliseconds, for a hundredth less. The build compresses its files as far as it goes. */
const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 5 };
const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

/** Bytes in one encoding, with the strong tag of these very bytes. */
const encoded = (bytes: Buffer<ArrayBuffer>, encoding: Encoding) => ({
  bytes,
  encoding,
  tag: entityTag(bytes),
});
type Encoded = ReturnType<typeof encoded>;

/** Public text that is served in several encodings. */
export type EncodedText = ReturnType<typeof encodedText>;

/**
 * Prepares a text; compresses it at most once for each encoding, and only when a client asks for it.
 * @param ready gives the bytes of an encoding that are there already, or null
 */
export function encodedText(
  text: string | Buffer<ArrayBuffer>,
  offers: readonly Encoding[] = ['gzip'],
  ready: (encoding: Encoding) => Promise<Buffer<ArrayBuffer> | null> = async () => null,
) {
  const plain = encoded(typeof text === 'string' ? Buffer.from(text) : text, 'identity');
  const offered = plain.bytes.length < worthCompressing ? [] : offers;
  const forms = new Map<Encoding, Encoded | Promise<Encoded>>([['identity', plain]]);
  const make = async (encoding: Encoding) => {
    const compressed =
      (await ready(encoding)) ??
      (encoding === 'br' ? await brotli(plain.bytes, { params: brotliParams }) : await zip(plain.bytes));
    const made = encoded(compressed, encoding);
    forms.set(encoding, made);
    return made;
  };
  return {
    plain,
    /** Gives the form that a client prefers, as a promise until it is made. */
    form(accept: string | undefined): Encoded | Promise<Encoded> {
      const encoding = chosenEncoding(accept, offered);
      const there = forms.get(encoding);
      if (there !== undefined) return there;
      const form = make(encoding);
      forms.set(encoding, form);
      return form;
    },
  };
}

/**
 * Answers it, as JSON unless `headers` say otherwise, in the encoding that the client prefers, or 304 when the client has these bytes
 * already. With another status than 200 the answer has no tag.
 */
export async function answerEncoded(
  c: Context<AppEnv>,
  text: EncodedText,
  headers: Readonly<Record<string, string>> = {},
  status: 200 | 404 | 410 = 200,
): Promise<Response> {
  const { bytes, tag, encoding } = await text.form(requestHeader(c, 'accept-encoding'));
  const all = {
    ...publicCache,
    ...headers,
    Vary: 'Accept-Encoding',
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  };
  return status === 200 ? taggedJson(c, bytes, tag, all) : c.body(bytes, status, all);
}
