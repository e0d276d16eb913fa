import { customerIndex } from '../customers/customer-index.ts';
import type { CommandContext } from './command-context.ts';
import { failureText } from './failure-text.ts';
import type { Trace } from './file-traces.ts';

/**
 * Searches the index of customers, in which no word stands as it is: for these emails, and for everybody who is erased. A name tells
 * nothing there, because others may have it. `note` says why it could not be searched, null when it was.
 */
export async function indexTraces(
  context: CommandContext,
  emails: readonly string[],
): Promise<{ traces: Trace[]; note: string | null }> {
  try {
    const log = await context.log();
    const personal = await context.personal();
    const index = customerIndex(log.redis, personal);
    const traces: Trace[] = [];
    for (const email of emails)
      for (const uid of await index.withEmail(email))
        traces.push({ place: `the index of customers, of ${uid}`, found: ['email'] });
    const erased = [...new Set([...(await log.erasedPersons()), ...(await personal.erased())])];
    for (const uid of await index.holds(erased))
      traces.push({ place: `the index of customers, of ${uid}`, found: ['erased customer'] });
    return { traces, note: null };
  } catch (error) {
    context.signal.throwIfAborted();
    return { traces: [], note: `The index of customers could not be searched: ${failureText(error)}` };
  }
}
