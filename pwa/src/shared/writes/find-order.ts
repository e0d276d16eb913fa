import type { Order } from '@karigar/bff/contracts';
import { getOrder } from '../api/calls.ts';
import { isGone } from '../api/failure.ts';

/** One order by its id or number; null when there is none (any more). Throws ApiProblem or NoAnswerError. */
export async function findOrder(id: string): Promise<Order | null> {
  try {
    return await getOrder(id);
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}
