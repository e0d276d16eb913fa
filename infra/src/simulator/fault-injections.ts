/**
 * A fault of the API that a test asks for. It meets the next `times` requests whose method and path match:
 * `slow` answers after `ms`; `no-answer` does the work and never answers; `lost` does nothing and never answers;
 * `error` answers 500 without working; `away` cuts the connection without working; `refuse` answers 400 with `code` in the place of the
 * work, which an idempotency key remembers.
 */
export interface FaultInjection {
  effect: 'slow' | 'no-answer' | 'lost' | 'error' | 'away' | 'refuse';
  method: string;
  path: string;
  times: number;
  ms: number;
  code?: string;
}

/** The faults that wait for their requests. */
export class FaultInjections {
  private faults: FaultInjection[] = [];

  /** Adds a fault; an absent method or path matches every request. Throws a TypeError on an unknown effect, and on a refusal without code. */
  add(raw: Partial<FaultInjection>): void {
    const effects: unknown[] = ['slow', 'no-answer', 'lost', 'error', 'away', 'refuse'];
    if (!effects.includes(raw.effect))
      throw new TypeError('effect: slow, no-answer, lost, error, away or refuse');
    if (raw.effect === 'refuse' && !raw.code) throw new TypeError('refuse needs the code of the refusal');
    this.faults.push({ effect: 'slow', method: '', path: '', times: 1, ms: 1_000, ...raw });
  }

  clear(): void {
    this.faults = [];
  }

  /** Takes the first fault that matches; `path` matches when it occurs in the request's path. */
  take(method: string, path: string): FaultInjection | null {
    const fault = this.faults.find(
      (one) => one.times > 0 && (one.method === '' || one.method === method) && path.includes(one.path),
    );
    if (!fault) return null;
    fault.times -= 1;
    return fault;
  }
}
