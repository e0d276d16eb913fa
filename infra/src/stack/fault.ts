/** A fault that a person can mend: its message is one sentence that says what to do, printed without a stack. */
export class StackFault extends Error {
  override name = 'StackFault';
}

/**
 * Prints a fault as a person should read it: one sentence for what they can mend, the stack for what we did wrong.
 * Gives the exit code of the process.
 */
export function reportFault(error: unknown): number {
  if (error instanceof StackFault) console.error(error.message);
  else console.error(error);
  return 1;
}
