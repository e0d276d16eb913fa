/** A page that nobody looks at is never painted, so it is not waited for long (ms). */
const patience = 200;

/** Resolves when the browser has painted what the document holds now. */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, patience);
  });
}
