/** The encodings that answers are offered in, best first. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** The first of `offers` that an `Accept-Encoding` header allows. */
export function chosenEncoding(
  accept: string | undefined,
  offers: readonly Encoding[] = ['br', 'gzip'],
): Encoding {
  if (accept === undefined) return 'identity';
  const offered = new Map(
    accept.split(',').map((part) => {
      const [name = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [name, quality === undefined ? 1 : Number(quality)] as const;
    }),
  );
  const allowed = (name: string) => (offered.get(name) ?? offered.get('*') ?? 0) > 0;
  return offers.find(allowed) ?? 'identity';
}
