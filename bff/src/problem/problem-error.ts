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
 * `problem-of.ts` and `problem-answer.ts` turn what was thrown into an answer.
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
