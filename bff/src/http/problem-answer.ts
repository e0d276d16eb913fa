import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Problem } from '../contracts/problem.ts';
import type { AppEnv } from './app-env.ts';
import { isProblemError, ProblemError } from './problem-error.ts';

/** Turns an error of another room into a refusal with status and code, or undefined when it knows nothing of it. */
export type ProblemTranslator = (error: unknown) => ProblemError | undefined;

/** A refusal for whatever was thrown; what nobody knows becomes a fixed text that tells nothing of the inside. */
export function toProblemError(error: unknown, translate: ProblemTranslator): ProblemError {
  if (isProblemError(error)) return error;
  const translated = translate(error);
  if (translated) return translated;
  if (error instanceof HTTPException && error.status < 500)
    return new ProblemError('MALFORMED', 'The request could not be read.');
  return new ProblemError('INTERNAL', 'Something went wrong on our side. Try again in a moment.', {
    cause: error,
  });
}

/** The RFC 9457 body of a refusal. */
export function problemBody(error: ProblemError, requestId: string): Problem {
  return {
    type: `/api/docs#${error.code}`,
    title: titleOf(error.code),
    status: error.status,
    detail: error.message,
    code: error.code,
    requestId,
    ...(error.extras.errors ? { errors: [...error.extras.errors] } : {}),
    ...(error.extras.allowed ? { allowed: [...error.extras.allowed] } : {}),
    ...error.extras.members,
  };
}

/** `OUT_OF_STOCK` as "Out of stock". */
const titleOf = (code: string): string => {
  const words = code.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Answers a refusal as `application/problem+json`, never stored, with `Retry-After` where waiting helps. */
export function answerProblem(c: Context<AppEnv>, error: ProblemError): Response {
  const headers: Record<string, string> = {
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Cache-Control': 'no-store',
  };
  const retryAfter = error.extras.retryAfter ?? (error.status === 503 ? 2 : undefined);
  if (retryAfter !== undefined) headers['Retry-After'] = String(Math.max(1, Math.ceil(retryAfter)));
  if (error.extras.allowed) headers.Allow = error.extras.allowed.join(', ');
  if (error.status === 401) headers['WWW-Authenticate'] = 'Bearer';
  return c.body(JSON.stringify(problemBody(error, c.get('requestId') ?? '')), error.status as 400, headers);
}
