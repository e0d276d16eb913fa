import { join } from 'node:path';
import { hasRejoined, type OrderLog, planRejoin, rejoin as rejoinNode } from '@karigar/events';
import { showNumber } from '../contracts/order-number.ts';
import type { CommandContext } from './command-context.ts';
import { OperatorError } from './operator-error.ts';
import { recordNote } from './record-note.ts';
import { type SavedTail, saveTail } from './save-tail.ts';

/** More than a person reads; the file has all. */
const mostShown = 100;

/** `rejoin`: a Redis that is up again becomes a replica, and what only it has is saved before. */
export async function rejoin(
  context: CommandContext,
  options: { readonly node: string; readonly save?: string },
): Promise<number> {
  const { output, shop, signal } = context;
  const plan = await planRejoin(shop.redisUrl, options.node);
  const { node, primary, doubt } = plan;
  if (plan.isReplica) {
    output.result({ node: node.name, primary: primary.name, changed: false }, () =>
      output.line(`Nothing is to be done: ${node.name} is a replica of ${primary.name} already.`),
    );
    return 0;
  }
  if (doubt !== null) await context.confirm(doubts[doubt](node.name, primary.name));
  const folder = options.save ?? join(shop.dataDir, 'rejoin');
  if (options.save === undefined) await context.shareDataDir();
  let saved: SavedTail | null = null;
  const done = await rejoinNode(plan, {
    signal,
    save: async (tail) => {
      saved = await saveTail(folder, node.name, tail);
      output.line(
        `${node.name} has ${saved.events} ${saved.events === 1 ? 'event' : 'events'} that ${primary.name} lacks, after event ${tail.shared}: saved in ${saved.file}`,
      );
    },
  });
  const file = (saved as SavedTail | null)?.file ?? null;
  const detail = {
    node: node.name,
    primary: primary.name,
    epoch: primary.state.epoch,
    shared: done.shared,
    events: done.tail,
    file,
  };
  output.line(`${node.name} is a replica of ${primary.name} now, and copies what it lacks.`);
  const noted = await recordNote(context, 'rejoin', detail);
  const subjects = saved === null ? [] : await subjectsOf(await context.log().catch(() => null), saved);
  const progress = output.progress('rejoin', 'events');
  const linked = await hasRejoined(plan, signal, (seq, of) => progress.update(seq, of)).finally(() =>
    progress.stop(),
  );
  output.result({ ...detail, changed: true, linked, subjects }, () => {
    for (const { id, number, events } of subjects.slice(0, mostShown))
      output.line(`TAIL     ${[...(number === null ? [] : [number]), id].join(' ')}: ${events.join(', ')}`);
    if (subjects.length > 0)
      output.line(
        `These are numbers of ${node.name}: ${primary.name} may have given one above K-${done.shared} to another order.`,
      );
    if (subjects.length > mostShown) output.line(`… and ${subjects.length - mostShown} more, in the file.`);
    if (node.state.isPrimary && node.state.shop !== '')
      output.line(
        `What was changed at ${node.name} alone of users, reviews, profiles and tools is gone: it is not in ${file === null ? 'any' : 'the'} file.`,
      );
    if (!done.saved)
      output.line(
        `${node.name} has no configuration file that Redis may write: put its new role there (replicaof), or a restart takes it back.`,
      );
    if (linked) output.line(`${node.name} has everything that ${primary.name} has.`);
  });
  if (linked) return noted ? 0 : 1;
  const text = `${node.name} is still copying, and goes on by itself: redis-cli INFO replication there says master_link_status:up at the end.`;
  if (signal.aborted) throw new OperatorError(text);
  output.complain(text);
  return 1;
}

const doubts = {
  'second-primary': (node: string, primary: string) =>
    `${node} and ${primary} both are primaries of one epoch. ${primary} will be the one that counts, and of ${node} only the events are saved.`,
  'other-data': (node: string) => `${node} holds keys and no order log of this shop. They will be gone.`,
} as const;

interface Subject {
  readonly id: string;
  /** K-…, of an order. */
  readonly number: string | null;
  readonly events: readonly string[];
}

/** Names the orders of a tail as people do: by the event that placed them, in the tail or before it. */
async function subjectsOf(log: OrderLog | null, { bySubject }: SavedTail): Promise<Subject[]> {
  const subjects: Subject[] = [];
  for (const [id, events] of bySubject) {
    const placed = events.find(({ type }) => type === 'order.created')?.seq;
    const isShown = subjects.length < mostShown && id.startsWith('ord_');
    const first = placed ?? (isShown ? (await log?.history(id))?.[0]?.seq : undefined);
    const number = first === undefined ? null : showNumber(first);
    subjects.push({ id, number, events: events.map(({ seq, type }) => `${type} (event ${seq})`) });
  }
  return subjects;
}
