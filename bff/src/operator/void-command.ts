import { randomUUID } from 'node:crypto';
import { findImpossible } from '@karigar/events';
import { sealNote } from '../personal/event-note.ts';
import type { CommandContext } from './command-context.ts';
import { OperatorError } from './operator-error.ts';
import { requireReason } from './reasons.ts';
import { recordNote } from './record-note.ts';

/**
 * `void`: declares an event void that cannot have happened. Any other event is refused: what fits the history before it is a
 * fact. The log keeps both the event and who declared it void, and why; `note` is sealed for the person of the order.
 */
export async function voidEvent(context: CommandContext, seq: number, note = ''): Promise<number> {
  const { output, signal, who } = context;
  const reason = requireReason('void', context.why);
  const log = await context.log();
  const { seq: head } = await log.head();
  const progress = output.progress('void', 'events');
  const found = await findImpossible((await context.store()).events, signal, (done) =>
    progress.update(done, Math.max(done, head)),
  ).finally(() => progress.stop());
  if (found.voided.has(seq)) {
    output.result({ seq, declaredBy: null }, () => output.line(`Event ${seq} is void already. ${next}`));
    return 0;
  }
  const event = found.impossible.find((one) => one.seq === seq);
  if (event === undefined) throw new OperatorError(refusal(seq, head, found.impossible));
  await context.confirm(`Event ${seq} of ${event.subject} (${event.message}) will not count any more.`);
  const declared = await log.voidEvent({
    seq,
    subject: event.subject,
    reason,
    note: note.trim() === '' ? null : await sealedNote(context, event.subject, note),
    actor: who,
    correlationId: `void-${randomUUID()}`,
  });
  const noted = await recordNote(context, 'void', { seq, subject: event.subject, declaredBy: declared.seq });
  output.result({ seq, declaredBy: declared.seq }, () =>
    output.line(`Event ${declared.seq} declares event ${seq} of ${event.subject} void. ${next}`),
  );
  return noted ? 0 : 1;
}

async function sealedNote(context: CommandContext, orderId: string, text: string): Promise<string> {
  const uid = (await (await context.log()).order(orderId))?.uid;
  if (uid === undefined)
    throw new OperatorError(
      `Nobody placed ${orderId}, so a note has no key to be sealed with: leave --note out.`,
    );
  return sealNote(await context.personal(), uid, orderId, text);
}

const next = 'The read models follow with: npm run orders -- rebuild';

function refusal(seq: number, head: number, impossible: readonly { readonly seq: number }[]): string {
  const others =
    impossible.length === 0
      ? 'No event of this log can be declared void.'
      : `Only these can be declared void: ${impossible.map((one) => one.seq).join(', ')}.`;
  return seq < 1 || seq > head
    ? `There is no event ${seq}: the log ends at event ${head}. ${others}`
    : `Event ${seq} fits the history before it, or cannot be read. ${others}`;
}
