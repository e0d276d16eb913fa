import { S3Error } from './signature.ts';

const taken = ['list-type', 'prefix', 'continuation-token'];
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Writes text so that it can stand in XML. */
export const inXml = (text: string): string => text.replace(/[&<>"]/g, (letter) => escapes[letter] ?? '');

/**
 * Answers ListObjectsV2 over `keys`, in the order of their bytes, as XML: at most `pageSize` keys. Throws an S3Error for
 * what it does not take.
 */
export function listObjects(keys: readonly string[], query: URLSearchParams, pageSize: number): string {
  const unknown = [...query.keys()].find((name) => !taken.includes(name));
  if (unknown !== undefined) throw new S3Error(501, 'NotImplemented', `${unknown} is not taken here.`);
  if (query.get('list-type') !== '2') throw new S3Error(501, 'NotImplemented', 'Only ListObjectsV2 is.');
  const prefix = query.get('prefix') ?? '';
  const token = query.get('continuation-token');
  const after = token === null ? null : Buffer.from(token, 'base64').toString('utf8');
  const left = keys.filter((key) => key.startsWith(prefix) && (after === null || key > after));
  const page = left.slice(0, pageSize);
  const last = page.at(-1);
  const more = last !== undefined && page.length < left.length;
  const next = more
    ? `<NextContinuationToken>${Buffer.from(last).toString('base64')}</NextContinuationToken>`
    : '';
  const contents = page.map((key) => `<Contents><Key>${inXml(key)}</Key></Contents>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">',
    `<Prefix>${inXml(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${pageSize}</MaxKeys>`,
    `<IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
  ].join('');
}
