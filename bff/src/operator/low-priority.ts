import { getPriority, setPriority } from 'node:os';

/** The niceness of a program with low priority (0 is usual, 19 the lowest). */
const niceness = 5;

/**
 * Lets the shop come first: where processors are scarce, its server and Redis get them before an operator's long command
 * does. A lower priority that the command was started with, as a nightly job may be, stays.
 */
export function lowerPriority(): void {
  if (getPriority() < niceness) setPriority(niceness);
}
