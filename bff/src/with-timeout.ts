/**
 * Waits for `work` at most `ms` milliseconds, then gives or throws what `late` does. The work itself goes on, and how it ends is
 * ignored. Throws what `work` throws in time.
 */
export async function withTimeout<T>(ms: number, work: Promise<T>, late: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    return await Promise.race([work, over.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
