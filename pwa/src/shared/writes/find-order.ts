import { getOrder } from '../api/calls.ts';
import { isGone } from '../api/failure.ts';

/** One order by its id or number; null when there is none (any more). Throws ApiProblem or NoAnswerError. */
export const findOrder = (id: string) => orNull(getOrder(id));

/** What is read; null when it is not there (any more). Throws ApiProblem or NoAnswerError. */
export async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}
