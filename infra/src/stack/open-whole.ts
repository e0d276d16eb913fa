/** What has many parts, all of which end together. */
export type Whole<T> = T & AsyncDisposable & { close(): Promise<void> };

/**
 * Opens something that has many parts. What `open` defers to `undo` is undone, the last first, when it throws, and else by `close` or with
 * the scope that has it. Throws what `open` throws.
 */
export async function openWhole<T extends object>(
  open: (undo: AsyncDisposableStack) => Promise<T>,
): Promise<Whole<T>> {
  await using undo = new AsyncDisposableStack();
  const whole = await open(undo);
  const opened = undo.move();
  const close = () => opened.disposeAsync();
  return { ...whole, close, [Symbol.asyncDispose]: close };
}
