import { type PatchTarget, patchTargets } from '../log/generation-keys.ts';

/**
 * One change of a read model. A score of 'this' is the seq of the event being written, which nobody knows before. `doc`
 * replaces the order's JSON; its first line grows by this event.
 */
export type PatchOp =
  | { readonly op: 'doc'; readonly target: 'order'; readonly json: string; readonly requestHash: string }
  | {
      readonly op: 'zadd';
      readonly target: PatchTarget;
      readonly member: string;
      readonly score: number | 'this';
    }
  | { readonly op: 'zrem'; readonly target: PatchTarget; readonly member: string }
  | { readonly op: 'hset'; readonly target: PatchTarget; readonly field: string; readonly value: string }
  | { readonly op: 'hincr'; readonly target: PatchTarget; readonly field: string; readonly by: number };

/** The patch as the append script takes it: four texts per change (operation, index of the key, and two more). */
export function patchArguments(patch: readonly PatchOp[]): string[] {
  return patch.flatMap((change) => [change.op, String(patchTargets[change.target]), ...operands(change)]);
}

function operands(change: PatchOp): [string, string] {
  switch (change.op) {
    case 'doc':
      return [change.json, change.requestHash];
    case 'zadd':
      return [change.member, String(change.score)];
    case 'zrem':
      return [change.member, ''];
    case 'hset':
      return [change.field, change.value];
    case 'hincr':
      return [change.field, String(change.by)];
    default:
      return change satisfies never;
  }
}
