import { ProblemError } from '../problem/problem-error.ts';
import type { CallDescription } from './call.ts';

/**
 * Says for a path that no handler took whether it exists with other methods. The router itself cannot tell, and a
 * client that mistypes a method must not look for a mistyped path.
 */
export function unknownRoute(
  calls: readonly Pick<CallDescription, 'method' | 'path'>[],
): (method: string, path: string) => ProblemError {
  const routes = calls.map((call) => ({ method: call.method.toUpperCase(), pattern: patternOf(call.path) }));
  return (method, path) => {
    const methods = new Set(routes.filter((route) => route.pattern.test(path)).map((route) => route.method));
    if (methods.has('GET')) methods.add('HEAD');
    if (methods.size === 0) return new ProblemError('NOT_FOUND', 'There is nothing at this address.');
    const allowed = [...methods].sort();
    return new ProblemError(
      'METHOD_NOT_ALLOWED',
      `${method} is not possible here; use ${allowed.join(', ')}.`,
      { allowed },
    );
  };
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^/api${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`);
