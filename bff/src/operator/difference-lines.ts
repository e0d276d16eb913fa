import type { Verification } from '@karigar/events';
import type { Output } from './output.ts';

const shownDifferences = 50;

/** Prints differences, a line each, as many as a person would read. */
export function printDifferences(
  { differences, count }: Pick<Verification, 'differences' | 'count'>,
  { line }: Output,
): void {
  for (const { kind, seq, subject, message } of differences.slice(0, shownDifferences))
    line(`${kind.toUpperCase().padEnd(8)} ${seq === null ? '' : `event ${seq} `}${subject}: ${message}`);
  if (count > shownDifferences) line(`… and ${count - shownDifferences} more (--json shows a thousand)`);
}
