import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';

const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Contents' });
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

const Listing = z.object({
  ListBucketResult: z.object({
    Contents: z.array(z.object({ Key: z.string() })).default([]),
    IsTruncated: z.enum(['true', 'false']).default('false'),
    NextContinuationToken: z.string().optional(),
  }),
});

/** One page of a listing: keys as the storage names them, and what asks for the next page; null at the end. */
export interface ListedPage {
  readonly keys: readonly string[];
  readonly next: string | null;
}

/** Reads the answer to ListObjectsV2. Throws when it is none, or says that there is more without saying how to ask for it. */
export function listedPage(bytes: Uint8Array): ListedPage {
  const { Contents, IsTruncated, NextContinuationToken } = Listing.parse(
    parser.parse(textOf(bytes)),
  ).ListBucketResult;
  if (IsTruncated === 'true' && !NextContinuationToken)
    throw new Error('the listing does not say how it goes on');
  const next = IsTruncated === 'true' ? (NextContinuationToken ?? null) : null;
  return { keys: Contents.map(({ Key }) => Key), next };
}

const Refusal = z.object({ Error: z.object({ Code: z.string() }) });

/** Reads the code of an error answer, such as `NoSuchBucket`; empty where it names none. */
export function errorCode(bytes: Uint8Array): string {
  try {
    return Refusal.parse(parser.parse(textOf(bytes))).Error.Code;
  } catch {
    return '';
  }
}
