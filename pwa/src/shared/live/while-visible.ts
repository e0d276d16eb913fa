/** Waits until this page is visible, or `signal` aborts. Gives a signal that aborts when the page is hidden, or with `signal`. */
export async function whileVisible(signal: AbortSignal): Promise<AbortSignal> {
  while (document.visibilityState === 'hidden' && !signal.aborted) await change(signal);
  const end = new AbortController();
  const endIfOver = () => {
    if (document.visibilityState === 'hidden' || signal.aborted) end.abort();
  };
  document.addEventListener('visibilitychange', endIfOver, { signal: end.signal });
  signal.addEventListener('abort', endIfOver, { signal: end.signal });
  endIfOver();
  return end.signal;
}

/** Waits until the page is shown or hidden, or `signal` aborts. */
function change(signal: AbortSignal): Promise<void> {
  const heard = new AbortController();
  return new Promise((resolve) => {
    const onChange = () => {
      heard.abort();
      resolve();
    };
    document.addEventListener('visibilitychange', onChange, { signal: heard.signal });
    signal.addEventListener('abort', onChange, { signal: heard.signal });
  });
}
