import {
  carryOut,
  type PromotionPlan,
  type PromotionStep,
  planPromotion,
  ReplicationRefusedError,
} from '@karigar/events';
import type { CommandContext } from './command-context.ts';
import { failureText } from './failure-text.ts';
import { OperatorError } from './operator-error.ts';

/** What `promote` is told. */
interface PromoteOptions {
  readonly to: string;
  readonly fenced?: string;
  readonly dryRun: boolean;
}

/** `promote`: makes another Redis of the shop the one that takes writes. */
export async function promote(context: CommandContext, options: PromoteOptions): Promise<number> {
  const { output, shop, signal, who, why } = context;
  const fenced = options.fenced?.trim() ?? null;
  if (fenced === '')
    throw new OperatorError('Say after --fenced how you made sure of it, such as "switched off".');
  const plan = await planPromotion(shop.redisUrl, options.to, fenced !== null);
  const lines = linesOf(plan);
  if (options.dryRun || lines.length === 0) {
    output.result(publicPlan(plan), () => {
      if (lines.length === 0)
        output.line(`${plan.candidate.name} is the primary already, of epoch ${plan.epoch}.`);
      for (const line of [...lines, ...remarks(plan)]) output.line(line);
      if (lines.length > 0) output.line('Nothing was changed.');
    });
    return 0;
  }
  let isBegun = false;
  const onStep = (step: PromotionStep): void => {
    isBegun ||= step.step === 'demoted' || step.step === 'promoted';
    output.line(textOf(step));
  };
  const done = await carryOut(plan, { who, why, fenced, signal, onStep }).catch((error: unknown) => {
    if (!isBegun && (signal.aborted || error instanceof ReplicationRefusedError)) throw error;
    throw new OperatorError(
      `${failureText(error)}\nStart the same command again: it finishes what was begun.`,
    );
  });
  output.result(done, () => {
    for (const line of remarks(plan)) output.line(line);
    for (const name of done.unsaved)
      output.line(
        `${name} has no configuration file that Redis may write: put its new role there (replicaof), or a restart takes it back.`,
      );
    output.line(
      `${done.primary} is the primary of epoch ${done.epoch}, from event ${done.seq} on. Head ${done.hash}`,
    );
  });
  for (const trouble of done.unlinked) output.complain(`No replica yet: ${trouble}.`);
  return done.unlinked.length === 0 ? 0 : 1;
}

/** What is to be done, a line a step; empty when nothing is. */
function linesOf({ candidate, raises, epoch, demoted, attached }: PromotionPlan): string[] {
  const { name, state } = candidate;
  return [
    ...demoted.map(
      (node) =>
        `${node.name}, the primary, would hold its writers back until ${name} has everything, and become its replica.`,
    ),
    ...(raises
      ? [
          `${name} would be the primary of epoch ${epoch}; now it is at event ${state.seq} of epoch ${state.epoch}.`,
        ]
      : []),
    ...attached.map((node) => `${node.name} would follow ${name}.`),
  ];
}

/** What an operator has to know besides. */
function remarks({ candidate, demoted, left, silent, raises }: PromotionPlan): string[] {
  return [
    ...(candidate.state.isPrimary ? demoted : []).map(
      (node) =>
        `What was changed of users, reviews, profiles and tools while ${node.name} was a second primary is not at ${candidate.name}.`,
    ),
    ...left.map(
      (node) =>
        `${node.name} is left as it is. To make it a replica: npm run orders -- rejoin --node ${node.name}`,
    ),
    ...silent.map(
      (node) =>
        `${node.name} does not answer. When it is back: npm run orders -- rejoin --node ${node.name}${raises ? '' : '; if it was cut off and this primary was made by hand, repeat this with --fenced'}`,
    ),
  ];
}

/** The plan for machines: names, no address with a password. */
function publicPlan(plan: PromotionPlan): Readonly<Record<string, unknown>> {
  const names = (nodes: readonly { readonly name: string }[]): string[] => nodes.map(({ name }) => name);
  const { seq, hash } = plan.candidate.state;
  return {
    primary: plan.candidate.name,
    raises: plan.raises,
    epoch: plan.epoch,
    seq,
    hash,
    demoted: names(plan.demoted),
    attached: names(plan.attached),
    left: names(plan.left),
    silent: names(plan.silent),
  };
}

function textOf(step: PromotionStep): string {
  switch (step.step) {
    case 'pausing':
      return `${step.node} holds its writers back.`;
    case 'caught-up':
      return `Everything up to event ${step.seq} of ${step.node} is there.`;
    case 'demoted':
      return `${step.node} takes no writes any more.`;
    case 'promoted':
      return `${step.node} is the primary of epoch ${step.epoch}; the servers find it within seconds.`;
    case 'attached':
      return step.linked ? `${step.node} follows it.` : `${step.node} does not follow it yet.`;
    default:
      return step satisfies never;
  }
}
