import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { ObjectsUnavailableError } from './object-store.ts';
import { errorCode } from './s3-xml.ts';

/** What signs the requests to a storage. */
export interface S3Credentials {
  readonly keyId: string;
  readonly secret: string;
  readonly region: string;
}

/** One request: `url` is whole, `expected` are the statuses that answer it, and `maxBytes` what an answer may have. */
export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly expected: readonly number[];
  readonly maxBytes: number;
}

/** An answer that was read whole. */
export interface S3Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Statuses with which a storage says that it has done nothing yet and wants to be asked again: two writers at once, and too many requests. */
const askAgain = [409, 429, 503];
const pausesMs = [200, 800];

/**
 * Makes what asks a storage. It signs each request over its body too, follows no redirect, and asks again where the storage says so. A GET, which changes nothing, is repeated
 * also where the storage failed or the connection broke; anything else is not: whoever asked knows what a second time would mean. Throws
 * `ObjectsUnavailableError`, within `timeoutMs`.
 */
export function s3Requests(credentials: S3Credentials, timeoutMs: number) {
  const signingKeys = new Map<string, ArrayBuffer>();
  return async (request: S3Request): Promise<S3Answer> => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      for (let turn = 0; ; turn += 1) {
        const pause = pausesMs[turn] ?? null;
        const answer = await ask(request, credentials, signingKeys, signal).catch((error: unknown) => {
          const mayRepeat = request.method === 'GET' && !(error instanceof ObjectsUnavailableError);
          if (pause === null || signal.aborted || !mayRepeat) throw error;
          return null;
        });
        if (answer !== null && request.expected.includes(answer.status)) return answer;
        if (answer !== null && (pause === null || !isToRepeat(request, answer)))
          throw refusal(request, answer);
        await delay((pause ?? 0) * (0.5 + Math.random()), undefined, { signal });
      }
    } catch (error) {
      if (error instanceof ObjectsUnavailableError) throw error;
      const why = signal.aborted ? `did not answer within ${timeoutMs / 1_000} s` : 'cannot be reached';
      throw new ObjectsUnavailableError(`The storage of objects at ${request.url.host} ${why}`, error);
    }
  };
}

const isToRepeat = ({ method }: S3Request, { status }: S3Answer): boolean =>
  askAgain.includes(status) || (method === 'GET' && status >= 500);

async function ask(
  { method, url, headers, body, maxBytes }: S3Request,
  { keyId, secret, region }: S3Credentials,
  cache: Map<string, ArrayBuffer>,
  signal: AbortSignal,
): Promise<S3Answer> {
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: {
      ...headers,
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    },
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    region,
    cache,
  });
  const signed = await signer.sign();
  // Not signed: some storages change it on the way. Without it an answer may come packed, and its length would say nothing.
  signed.headers.set('accept-encoding', 'identity');
  const answer = await fetch(signed.url, {
    method,
    headers: signed.headers,
    redirect: 'manual',
    signal,
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, headers: answer.headers, bytes: await wholeBody(answer, url, maxBytes) };
}

/** Reads a body to its end. Throws `ObjectsUnavailableError` when it is longer than `maxBytes`, or not as long as it says. */
async function wholeBody(answer: Response, url: URL, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const said = answer.headers.get('content-length');
  if (Number(said) > maxBytes)
    throw new ObjectsUnavailableError(
      `${url.pathname} is answered with ${said} bytes, more than ${maxBytes}`,
    );
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (answer.body !== null && said !== null && Number(said) !== bytes.length)
    throw new ObjectsUnavailableError(`${url.pathname} was cut off: ${bytes.length} of ${said} bytes came`);
  return bytes;
}

const keysWrong = 'check OBJECTS_KEY_ID, OBJECTS_SECRET, OBJECTS_REGION and what this key may do';
const remedies: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: keysWrong,
  SignatureDoesNotMatch: keysWrong,
  AccessDenied: keysWrong,
  AuthorizationHeaderMalformed: keysWrong,
  PermanentRedirect: 'check OBJECTS_REGION and the host in OBJECTS_URL',
  NoSuchBucket: 'make the bucket, or correct OBJECTS_URL',
  RequestTimeTooSkewed: 'set the clock of this machine',
};

function refusal({ method, url }: S3Request, answer: S3Answer): ObjectsUnavailableError {
  const code = errorCode(answer.bytes);
  const remedy = remedies[code] === undefined ? '' : `: ${remedies[code]}`;
  return new ObjectsUnavailableError(
    `The storage of objects at ${url.host} answered ${method} with ${`${answer.status} ${code}`.trim()}${remedy}`,
  );
}
