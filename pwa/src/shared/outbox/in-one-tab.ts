/** Longer than a tab that is awake sends without a pause (ms). */
const patienceMs = 60_000;

/**
 * Runs `work` in one tab at a time. A tab that the system puts to sleep keeps its Web Lock: after a minute of waiting the lock is taken from it, and
 * both may do the work in the end, as in a browser without Web Locks, so `work` must bear that. Throws what `work` and asking for the lock throw.
 */
export async function inOneTab(name: string, work: () => Promise<void>): Promise<void> {
  // Not at once, as with a lock: whoever calls has something to take note of before.
  if (!navigator.locks) return Promise.resolve().then(work);
  let isBegun = false;
  const begin = () => {
    isBegun = true;
    clearTimeout(timer);
    return work();
  };
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), patienceMs);
  try {
    await navigator.locks.request(name, { signal: late.signal }, begin);
  } catch (error) {
    if (late.signal.aborted && !isBegun) return takeOver(name, work);
    if (isBegun && isTaken(error)) return;
    // A browser that lets the shop store nothing refuses locks as well.
    if (!isBegun && error instanceof DOMException && error.name === 'SecurityError') return work();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function takeOver(name: string, work: () => Promise<void>): Promise<void> {
  await navigator.locks.request(name, { steal: true }, work).catch((error: unknown) => {
    if (!isTaken(error)) throw error;
  });
}

/** Says that another tab took the lock. What this one was doing goes on, and the other one sees to the rest. */
const isTaken = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
