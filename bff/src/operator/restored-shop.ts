import { type Verification, verify } from '@karigar/events';
import type { CommandContext } from './command-context.ts';
import { forgottenErasures } from './forgotten-erasures.ts';
import { OperatorError } from './operator-error.ts';

/** What is known of a shop that was just restored. */
interface RestoredShop {
  readonly verification: Verification;
  /** How many persons were erased after the moment that was restored. */
  readonly erased: number;
}

/**
 * Compares a restored log with its read models and with the head that it must have, and looks who was erased since. Throws `OperatorError`; the shop is restored whole by then.
 */
export async function checkRestored(
  context: CommandContext,
  head: { readonly seq: number; readonly hash: string; readonly shop: string },
): Promise<RestoredShop> {
  const { signal } = context;
  const verification = await verify(await context.store(), { against: head, signal }).catch(
    (error: unknown) => {
      throw signal.aborted
        ? new OperatorError(
            'The backup is restored whole; only its check was stopped: npm run orders -- verify',
          )
        : error;
    },
  );
  return { verification, erased: (await forgottenErasures(context)).length };
}

/** Says what was restored, and how it was found. */
export function tellRestored({ output }: CommandContext, { verification, erased }: RestoredShop): void {
  const { seq, orders, hash, count } = verification;
  output.line(`Restored ${seq} events and ${orders} orders. Head ${hash}`);
  output.line(count === 0 ? 'Verified: no difference.' : `${count} differences: run verify.`);
  if (erased > 0)
    output.line(
      `${erased === 1 ? 'One person was' : `${erased} persons were`} erased since: nobody can read them, and a server erases them here when it starts.`,
    );
}
