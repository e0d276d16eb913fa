import { voidReasons } from '@karigar/events';
import { Option } from 'commander';
import { OperatorError } from './operator-error.ts';

/** Why an operator does something, by command: a word of a list, because free text stays for ever and may name a person. */
const reasons = {
  verify: ['routine', 'doubt', 'audit', 'other'],
  rebuild: ['release', 'void-event', 'damaged', 'measurement', 'other'],
  create: ['opening', 'test', 'other'],
  export: ['routine', 'release', 'move', 'audit', 'other'],
  import: ['lost', 'move', 'test', 'other'],
  restore: ['lost', 'move', 'doubt', 'test', 'other'],
  reviews: ['spam', 'abuse', 'mistake', 'other'],
  tools: ['routine', 'new', 'prices', 'stock', 'other'],
  keys: ['routine', 'replaced', 'leaked', 'lost', 'other'],
  erase: ['asked', 'guardian', 'death', 'authority', 'test-account'],
  void: voidReasons,
  mail: ['asked', 'lost', 'other'],
  trim: ['routine', 'memory', 'other'],
  expire: ['routine', 'stock', 'other'],
} as const;

type Recorded = keyof typeof reasons;

/** Makes the option --why of a command; null for one that records nothing. */
export function whyOption(command: string): Option | null {
  if (!Object.hasOwn(reasons, command)) return null;
  return new Option('--why <word>', 'your reason in the records').choices(reasons[command as Recorded]);
}

/** Gives the reason of a command that does nothing without one. Throws `OperatorError`. */
export function requireReason<C extends Recorded>(command: C, why: string): (typeof reasons)[C][number] {
  const words: readonly (typeof reasons)[C][number][] = reasons[command];
  const reason = words.find((word) => word === why);
  if (reason === undefined)
    throw new OperatorError(`Say why, in one of these words: --why ${words.join(' | ')}.`);
  return reason;
}
