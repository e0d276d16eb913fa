import type { ProblemCode } from '@karigar/bff/contracts';
import { ApiProblem } from '../api/failure.ts';

/** A refusal of the shop. */
export const refusal = (status: number, code: ProblemCode, detail = 'No.'): ApiProblem =>
  new ApiProblem({ type: '', title: 'No', status, code, detail, requestId: 'r' });
