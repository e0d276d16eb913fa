/**
 * Gives a signal that aborts with the first of these, for its reason. Safari has `AbortSignal.any` from 17.4 and Firefox from 124:
 * before, each signal is listened to, no longer than until one has aborted.
 */
export function anySignal(signals: AbortSignal[]): AbortSignal {
  if (typeof AbortSignal.any === 'function') return AbortSignal.any(signals);
  const first = new AbortController();
  for (const signal of signals) {
    const pass = () => first.abort(signal.reason);
    if (signal.aborted) pass();
    else signal.addEventListener('abort', pass, { signal: first.signal });
  }
  return first.signal;
}
