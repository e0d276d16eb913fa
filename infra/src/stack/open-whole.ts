/**
 * Opens something that has many parts. What `open` defers to `undo` is undone, the last first, when it throws, and else by `close`. Throws
 * what `open` throws.
 */
export async function openWhole<T extends object>(
  open: (undo: AsyncDisposableStack) => Promise<T>,
): Promise<T & { close(): Promise<void> }> {
  const undo = new AsyncDisposableStack();
  try {
    return { ...(await open(undo)), close: () => undo.disposeAsync() };
  } catch (error) {
    await undo.disposeAsync();
    throw error;
  }
}
