/**
 * Waits for `work` at most `ms` milliseconds, then gives or throws what `late` does. The work itself goes on, and how it ends is
 * ignored. Throws what `work` throws in time.
 */
export async function withTimeout<T>(ms: number, work: Promise<T>, late: () => T): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => resolve(new Promise((settle) => settle(late()))), ms);
  // Settled by hand, at half the cost of a race: each request with a body waits here.
  work.then(resolve, reject);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}
