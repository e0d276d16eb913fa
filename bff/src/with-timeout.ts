/**
 * What `work` gives, or, when that takes longer than `ms` milliseconds, what `late` gives or throws. The work itself goes on; how
 * it ends then is nobody's matter. Throws what `work` throws in time.
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
