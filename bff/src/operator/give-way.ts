import { getPriority, setPriority } from 'node:os';

/** The niceness of a program that has somewhat less claim to a processor (0 is usual, 19 the least claim). */
const niceness = 5;

/**
 * Lets the shop come first: where processors are scarce, its server and Redis get them before an operator's long command
 * does. Who began the command with less claim already, as a nightly job may, has decided it.
 */
export function giveWay(): void {
  if (getPriority() < niceness) setPriority(niceness);
}
