/**
 * Waits until this page is looked at, and gives a signal that aborts when it no longer is, or when `signal` does. Aborted already where `signal` has
 * ended the waiting.
 */
export async function whileVisible(signal: AbortSignal): Promise<AbortSignal> {
  while (document.visibilityState === 'hidden' && !signal.aborted) {
    await new Promise((changed) => {
      document.addEventListener('visibilitychange', changed, { once: true });
      signal.addEventListener('abort', changed, { once: true });
    });
  }
  const end = new AbortController();
  const endIfOver = () => {
    if (document.visibilityState === 'hidden' || signal.aborted) end.abort();
  };
  document.addEventListener('visibilitychange', endIfOver, { signal: end.signal });
  signal.addEventListener('abort', endIfOver, { signal: end.signal });
  endIfOver();
  return end.signal;
}
