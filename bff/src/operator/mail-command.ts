import type { OrderLog } from '@karigar/events';
import { type LetterParts, writeLetter } from '../mail/mail-channel.ts';
import { type Notice, type NoticeTask, taskOf } from '../notices/notice.ts';
import { type FailedTask, type NoticeQueue, noticeQueue } from '../notices/notice-queue.ts';
import { planNotices } from '../notices/plan-notices.ts';
import type { CommandContext } from './command-context.ts';
import { lettersOf } from './letter-settings.ts';
import { OperatorError } from './operator-error.ts';
import { isoTime } from './output.ts';
import { recordNote } from './record-note.ts';

/** A letter of an order, and what became of it. */
interface OrderLetter {
  readonly notice: Notice;
  readonly state: string;
  /** Null where there is nobody to write to, or nothing to write about, any more. */
  readonly subject: string | null;
  readonly text: string | null;
}

/** `mail`: the letters of an order, as they would be written now; with `--send` and `--yes` one goes out once more. */
export async function mail(
  context: CommandContext,
  orderId: string,
  { send, yes }: { send?: string; yes: boolean },
): Promise<number> {
  const log = await context.log();
  const queue = noticeQueue(log.redis);
  const letters = await lettersOfOrder(log, queue, await lettersOf(context), orderId);
  if (letters.length === 0) throw new OperatorError(`No letter belongs to an order ${orderId} of this shop.`);
  if (send !== undefined) return sendOne(context, queue, letters, send, yes);
  const shown = letters.map(({ notice: { kind, seq }, ...letter }) => ({ kind, seq, ...letter }));
  context.output.result({ order: orderId, letters: shown }, () => {
    for (const letter of letters) print(context, letter);
  });
  return 0;
}

async function lettersOfOrder(
  log: OrderLog,
  queue: NoticeQueue,
  parts: LetterParts,
  orderId: string,
): Promise<OrderLetter[]> {
  const events = await log.history(orderId);
  const planned = await Promise.all(
    events.map((event) => planNotices(event, { log, reservation: parts.reservation })),
  );
  const notices = planned.flat().filter(({ kind }) => kind !== 'to-ship');
  const ids = notices.map(letterId);
  const [told, tasks] = await Promise.all([queue.toldAt(ids), queue.tasks(ids)]);
  return Promise.all(
    notices.map(async (notice, index): Promise<OrderLetter> => {
      const letter = await writeLetter(notice, parts);
      const state = stateWords(told[index] ?? null, tasks[index] ?? null);
      return { notice, state, subject: letter?.subject ?? null, text: letter?.text ?? null };
    }),
  );
}

const letterId = (notice: Notice): string => taskOf(notice, 'mail', 'customer').id;

function stateWords(toldAt: number | null, task: NoticeTask | FailedTask | null): string {
  if (toldAt !== null) return `sent ${isoTime(toldAt)}`;
  if (task === null) return 'not sent, or more than 30 days ago';
  return 'failedAt' in task
    ? `given up ${isoTime(task.failedAt)}: ${task.why}`
    : 'waits for its time or next try';
}

function print({ output }: CommandContext, { notice, state, subject, text }: OrderLetter): void {
  output.line(`${notice.kind.padEnd(13)}  event ${notice.seq}  ${state}`);
  if (subject === null || text === null)
    output.line('  No letter: there is nobody to write to, or nothing to say.');
  else
    for (const line of [`Subject: ${subject}`, '', ...text.trimEnd().split('\n')]) output.line(`  ${line}`);
  output.line();
}

async function sendOne(
  context: CommandContext,
  queue: NoticeQueue,
  letters: readonly OrderLetter[],
  kind: string,
  yes: boolean,
): Promise<number> {
  const { output } = context;
  const letter = letters.findLast(({ notice }) => notice.kind === kind);
  if (letter === undefined) {
    const known = [...new Set(letters.map(({ notice }) => notice.kind))].join(', ');
    throw new OperatorError(`This order has no letter ${kind}; it has ${known}.`);
  }
  if (letter.text === null)
    throw new OperatorError('There is nobody to write to, or nothing to say, any more.');
  const { notice } = letter;
  if (yes) await queue.repeat({ ...taskOf(notice, 'mail', 'customer', Date.now()), dueAt: Date.now() });
  const noted =
    !yes || (await recordNote(context, 'mail', { orderId: notice.subject, letter: kind, seq: notice.seq }));
  output.result({ order: notice.subject, kind, seq: notice.seq, queued: yes }, () => {
    print(context, letter);
    output.line(
      yes
        ? 'It is in the queue: a running server sends it within seconds, and says on the operations page if it cannot.'
        : 'Nothing was sent: add --yes to do it.',
    );
  });
  return noted ? 0 : 1;
}
