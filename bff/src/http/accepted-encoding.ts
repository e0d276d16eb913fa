import { parseAccept } from 'hono/utils/accept';

/** The encodings that answers are offered in, best first. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** More than browsers send: splitting thousands of parts would hold up everybody. */
const mostRead = 256;

/** Chooses the first of `offers` that an `Accept-Encoding` header allows. */
export function chosenEncoding(
  accept: string | undefined,
  offers: readonly Encoding[] = ['br', 'gzip'],
): Encoding {
  const quality = new Map(
    parseAccept((accept ?? '').slice(0, mostRead)).map(({ type, q }) => [type.toLowerCase(), q]),
  );
  return offers.find((name) => (quality.get(name) ?? quality.get('*') ?? 0) > 0) ?? 'identity';
}
