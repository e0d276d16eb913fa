/**
 * Gives an epoch for a log whose head had to be written anew: the time (s), which is higher than any that promotions have counted to, so that servers
 * take this log for a later one; and in any case higher than `known`, the highest one of which anybody knows.
 */
export const laterEpoch = (known = 0): number => Math.max(Math.floor(Date.now() / 1_000), known + 1);
