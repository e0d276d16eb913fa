import type { Context } from 'hono';
import type { z } from 'zod';
import { isProblemError, ProblemError } from '../problem/problem-error.ts';
import { withTimeout } from '../with-timeout.ts';
import type { AppEnv } from './app-env.ts';
import { requestHeader } from './request-header.ts';

const bodyPatienceMs = 10_000;

/**
 * Reads a whole request body of at most `maxBytes`, within ten seconds. Throws ProblemError 413 TOO_LARGE, 408 TIMEOUT, or
 * 400 MALFORMED when its sender hangs up half-way.
 */
export async function readBytes(c: Context<AppEnv>, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const declared = Number(requestHeader(c, 'content-length') ?? Number.NaN);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  const reader = c.req.raw.body?.getReader();
  if (!reader) return new Uint8Array(0);
  try {
    return await inTime(bytesOf(reader, maxBytes));
  } catch (error) {
    reader.cancel().catch(() => undefined);
    throw error;
  }
}

/** A body that comes too slowly or breaks off is a matter of the line to its sender, and no failure of ours. */
async function inTime<T>(reading: Promise<T>): Promise<T> {
  const late = () => {
    throw new ProblemError('TIMEOUT', 'The request body took too long to arrive. Send it again.');
  };
  try {
    return await withTimeout(bodyPatienceMs, reading, late);
  } catch (error) {
    if (isProblemError(error)) throw error;
    throw new ProblemError('MALFORMED', 'The request body broke off. Send it again.', { cause: error });
  }
}

async function bytesOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(chunks, size);
    size += value.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(value);
  }
}

const joined = (chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
};

const tooLarge = (maxBytes: number) => new ProblemError('TOO_LARGE', `Send at most ${readable(maxBytes)}.`);

const readable = (bytes: number): string =>
  bytes < 2 ** 20 ? `${Math.floor(bytes / 1024)} KB` : `${Math.floor(bytes / 2 ** 20)} MB`;

const maxJsonBytes = 64 * 1024;

/**
 * The JSON body of a request. Throws ProblemError 415 when it is not declared as JSON, 413 above 64 KB, and
 * 400 MALFORMED when it is no JSON. An empty body reads as an empty object.
 */
export async function readJson(c: Context<AppEnv>): Promise<unknown> {
  const type = requestHeader(c, 'content-type');
  const length = requestHeader(c, 'content-length');
  if (
    type === undefined &&
    (length === undefined || length === '0') &&
    !requestHeader(c, 'transfer-encoding')
  )
    return {};
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type ?? ''))
    throw new ProblemError('UNSUPPORTED_MEDIA', 'Send the body as application/json.');
  const raw = await readText(c, maxJsonBytes);
  if (raw.trim() === '') return {};
  try {
    return JSON.parse(raw);
  } catch {
    throw new ProblemError('MALFORMED', 'The body is not valid JSON.');
  }
}

/** Like {@link readBytes}, as text; a body that names its small length takes the runtime's own quick way. */
export async function readText(c: Context<AppEnv>, maxBytes: number): Promise<string> {
  const declared = Number(requestHeader(c, 'content-length') ?? Number.NaN);
  if (declared <= 4096) return inTime(c.req.text());
  return new TextDecoder().decode(await readBytes(c, maxBytes));
}

/** Parses `value` by `schema`, or throws ProblemError 400 INVALID that lists every field at fault. */
export function parsed<S extends z.ZodType>(schema: S, value: unknown): z.infer<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = result.error.issues.map((issue) => ({
    field: issue.path.join('.'),
    message: issue.message,
  }));
  throw new ProblemError('INVALID', errors[0]?.message ?? 'The request is not valid.', { errors });
}
