/** The large parts of the shop's code, in the order in which they need each other. */
const parts = [() => import('react-dom/client'), () => import('../../shared/saved/public-data.ts')];

/**
 * Runs the top level of the shop's code part by part with a pause after each, so that a phone that shows a page already
 * answers to touch in between. Left to one `import` it would be a single task.
 */
export async function evaluateInSlices(): Promise<void> {
  for (const part of parts) {
    await part();
    await new Promise((resolve) => setTimeout(resolve));
  }
}
