/**
 * A fault of the API that a test asks for. It meets the next `times` requests whose method and path match:
 * `slow` answers after `ms`; `no-answer` does the work and never answers; `lost` does nothing and never answers;
 * `error` answers 500 without working; `away` cuts the connection without working; `refuse` answers 400 with `code` in the place of the
 * work, which an idempotency key remembers.
 */
export interface FaultInjection {
  effect: (typeof effects)[number];
  method: string;
  path: string;
  times: number;
  ms: number;
  code?: string;
}

const effects = ['slow', 'no-answer', 'lost', 'error', 'away', 'refuse'] as const;

/** Reads a fault; an absent method or path matches every request. Throws a TypeError on an unknown effect, and on a refusal without code. */
export function readFault(raw: Partial<FaultInjection>): FaultInjection {
  if (raw.effect === undefined || !effects.includes(raw.effect))
    throw new TypeError(`effect: ${effects.join(', ')}`);
  if (raw.effect === 'refuse' && !raw.code) throw new TypeError('refuse needs the code of the refusal');
  return { effect: 'slow', method: '', path: '', times: 1, ms: 1_000, ...raw };
}

/** Takes the first fault that matches; `path` matches when it occurs in the request's path. */
export function takeFault(
  faults: readonly FaultInjection[],
  method: string,
  path: string,
): FaultInjection | undefined {
  const fault = faults.find(
    (one) => one.times > 0 && (one.method === '' || one.method === method) && path.includes(one.path),
  );
  if (fault) fault.times -= 1;
  return fault;
}
