import { randomUUID } from 'node:crypto';
import { findImpossible } from '@karigar/events';
import type { CommandContext } from './command-context.ts';
import { OperatorError } from './operator-error.ts';
import { recordNote } from './record-note.ts';

/**
 * `void`: declares an event void that cannot have happened. Any other event is refused: what fits the history before it is a
 * fact. The log keeps both the event and who declared it void, and why.
 */
export async function voidEvent(context: CommandContext, seq: number): Promise<number> {
  const { output, signal, who, why } = context;
  if (why.trim() === '') throw new OperatorError('Say why: add --why "…". It stays in the log.');
  const log = await context.log();
  const { seq: head } = await log.head();
  const progress = output.progress('void', 'events');
  const found = await findImpossible(await context.scan(), {
    signal,
    onProgress: (done) => progress.update(done, Math.max(done, head)),
  }).finally(() => progress.stop());
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
    reason: why,
    actor: who,
    correlationId: `void-${randomUUID()}`,
  });
  const noted = await recordNote(context, 'void', { seq, subject: event.subject, declaredBy: declared.seq });
  output.result({ seq, declaredBy: declared.seq }, () =>
    output.line(`Event ${declared.seq} declares event ${seq} of ${event.subject} void. ${next}`),
  );
  return noted ? 0 : 1;
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
