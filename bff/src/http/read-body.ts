import type { Context } from 'hono';
import type { z } from 'zod';
import type { AppEnv } from './app-env.ts';
import { ProblemError } from './problem-error.ts';
import { requestHeader } from './request-header.ts';

const bodyPatienceMs = 10_000;

/**
 * Reads a whole request body of at most `maxBytes`, within ten seconds. Throws ProblemError 413 TOO_LARGE or
 * 408 TIMEOUT.
 */
export async function readBytes(c: Context<AppEnv>, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const declared = Number(requestHeader(c, 'content-length') ?? Number.NaN);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  const stream = c.req.raw.body;
  if (!stream) return new Uint8Array(0);
  const reader = stream.getReader();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(new ProblemError(408, 'TIMEOUT', 'The request body took too long to arrive. Send it again.')),
      bodyPatienceMs,
    );
  });
  try {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late]);
      if (done) break;
      size += value.byteLength;
      if (size > maxBytes) throw tooLarge(maxBytes);
      chunks.push(value);
    }
    return joined(chunks, size);
  } catch (error) {
    reader.cancel().catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
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

const tooLarge = (maxBytes: number) =>
  new ProblemError(413, 'TOO_LARGE', `Send at most ${Math.floor(maxBytes / 1024)} KB.`);

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
    throw new ProblemError(415, 'UNSUPPORTED_MEDIA', 'Send the body as application/json.');
  const raw = await readText(c, maxJsonBytes);
  if (raw.trim() === '') return {};
  try {
    return JSON.parse(raw);
  } catch {
    throw new ProblemError(400, 'MALFORMED', 'The body is not valid JSON.');
  }
}

/** The body as text; a body that names its small length takes the runtime's own quick way. */
export async function readText(c: Context<AppEnv>, maxBytes: number): Promise<string> {
  const declared = Number(requestHeader(c, 'content-length') ?? Number.NaN);
  if (declared <= 4096) return c.req.text();
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
  throw new ProblemError(400, 'INVALID', errors[0]?.message ?? 'The request is not valid.', { errors });
}
