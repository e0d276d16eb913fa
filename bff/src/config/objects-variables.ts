import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ObjectsAddressError, readObjectsAddress, type S3Credentials } from '@karigar/events';
import { z } from 'zod';
import { text } from './variables.ts';

/** Where the shop keeps its objects: pictures, exports, and what is archived of the log. */
export interface ObjectsSettings {
  /** As `openObjects` takes it: a folder or a bucket. */
  readonly address: string;
  /** What opens the bucket; null for a folder. */
  readonly credentials: S3Credentials | null;
}

/**
 * Reads what the environment says of the storage of objects. Without OBJECTS_URL it is DATA_DIR itself, where pictures have always lain below `images/`.
 * `plainHttp` tells whether a bucket on this machine may be asked without encryption.
 */
export function objectsVariables(
  read: <S extends z.ZodType>(name: string, schema: S) => z.output<S>,
  { dataDir, plainHttp }: { dataDir: string; plainHttp: boolean },
): ObjectsSettings {
  const place = read(
    'OBJECTS_URL',
    text.default(pathToFileURL(resolve(dataDir)).href).transform((address, faults) => {
      try {
        const found = readObjectsAddress(address);
        if (found.kind === 'folder' || plainHttp || !found.origin.startsWith('http:'))
          return { address, kind: found.kind };
        faults.addIssue('is plain http, which production refuses: use https');
      } catch (error) {
        if (!(error instanceof ObjectsAddressError)) throw error;
        faults.addIssue(error.message);
      }
      return z.NEVER;
    }),
  );
  const needed = z.string({ error: 'is required with an OBJECTS_URL that is a bucket' });
  const ofBucket = place?.kind === 's3' ? needed : text.default('');
  const keyId = read('OBJECTS_KEY_ID', ofBucket);
  const secret = read('OBJECTS_SECRET', ofBucket);
  const region = read('OBJECTS_REGION', text.default('us-east-1'));
  return {
    address: place?.address ?? '',
    credentials: place?.kind === 's3' ? { keyId, secret, region } : null,
  };
}
