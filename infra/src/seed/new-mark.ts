import { randomUUID } from 'node:crypto';

/** A mark for the name or address of something that a test makes: random, so that no other test, worker or run makes the same. */
export const newMark = (): string => randomUUID().slice(24);
