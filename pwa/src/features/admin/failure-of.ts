import type { Problem } from '@karigar/bff/contracts';
import { ApiProblem, NoAnswerError } from '../../shared/api/failure.ts';

/** The failure that a refusing answer stands for: the server's own problem, or that nothing readable came. */
export function failureOf(text: string): ApiProblem | NoAnswerError {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && 'code' in body && 'status' in body) {
      return new ApiProblem(body as Problem);
    }
  } catch {
    // Something between us and the shop answered in its own words.
  }
  return new NoAnswerError('unreadable');
}
