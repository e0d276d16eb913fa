import type { CommandContext } from './command-context.ts';
import { failureText } from './failure-text.ts';

/**
 * Records what a command did. Where Redis takes no writes the command's result is worth as much as ever: it stands, and
 * the operator hears that the note is missing. Answers whether it was recorded.
 */
export async function recordNote(
  context: CommandContext,
  kind: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  try {
    const log = await context.log();
    await log.recordOps({ kind, who: context.who, why: context.why, detail });
    return true;
  } catch (error) {
    context.output.complain(`The result stands, but no note of it could be recorded. ${failureText(error)}`);
    return false;
  }
}
