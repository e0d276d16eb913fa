import { type Problem, type ProblemCode, problemStatus } from '../contracts/problem.ts';

/** What a problem carries beside its code and sentence. */
export interface ProblemExtras {
  /** Members of the body that depend on the code, such as `available` and `minimum`. */
  members?: Readonly<Record<string, unknown>>;
  /** One entry per field that is at fault. */
  errors?: Problem['errors'];
  /** The methods that are possible here, for the body and the `Allow` header. */
  allowed?: readonly string[];
  /** Seconds for the `Retry-After` header. */
  retryAfter?: number;
  cause?: unknown;
}

/**
 * A refusal with its stable code, the status of that code, and a sentence that a person can act on. Any handler may throw it;
 * `problemOf` and `problemAnswer` turn what was thrown into an answer.
 */
export class ProblemError extends Error {
  readonly status: number;
  readonly code: ProblemCode;
  readonly extras: ProblemExtras;

  constructor(code: ProblemCode, detail: string, extras: ProblemExtras = {}) {
    super(detail, extras);
    this.name = 'ProblemError';
    this.status = problemStatus[code];
    this.code = code;
    this.extras = extras;
  }
}

/** True for a {@link ProblemError}; with a `code` only for one of that code. */
export const isProblemError = (error: unknown, code?: ProblemCode): error is ProblemError =>
  error instanceof ProblemError && (code === undefined || error.code === code);

/** Makes the refusal of a request in which one field is at fault. */
export const invalid = (field: string, message: string): ProblemError =>
  new ProblemError('INVALID', message, { errors: [{ field, message }] });

/**
 * Makes the `application/problem+json` answer (RFC 9457) of a refusal: never stored, with `Retry-After` where waiting helps.
 * `requestId` is empty for what was refused before it became a request.
 */
export function problemAnswer(error: ProblemError, requestId = '') {
  const { code, status, extras } = error;
  const retryAfter = extras.retryAfter ?? (status === 503 ? 2 : undefined);
  const body: Problem = {
    type: `/api/docs#${code}`,
    title: titleOf(code),
    status,
    detail: error.message,
    code,
    requestId,
    errors: extras.errors,
    allowed: extras.allowed,
    ...extras.members,
  };
  const headers: Record<string, string> = {
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Cache-Control': 'no-store',
  };
  if (retryAfter !== undefined) headers['Retry-After'] = String(Math.max(1, Math.ceil(retryAfter)));
  if (extras.allowed) headers.Allow = extras.allowed.join(', ');
  if (status === 401) headers['WWW-Authenticate'] = 'Bearer';
  return { status, headers, body: JSON.stringify(body) };
}

/** Writes `OUT_OF_STOCK` as "Out of stock". */
const titleOf = (code: string) => {
  const words = code.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
