import { ProblemError } from '../problem/problem-error.ts';

/**
 * Refuses pages of a release that is too old to work with this server. A client that names no version (the old shop's)
 * is let through. Throws ProblemError 426.
 */
export function checkClientVersion(given: string | undefined, minimum: string | null): void {
  if (minimum === null || given === undefined) return;
  const [have, need] = [numbersOf(given), numbersOf(minimum)];
  if (have === null || need === null) return;
  for (const at of [0, 1, 2] as const) {
    if (have[at] > need[at]) return;
    if (have[at] < need[at])
      throw new ProblemError(
        'CLIENT_TOO_OLD',
        'A new version of the shop is here. Reload the page to go on.',
        {
          members: { minimum },
        },
      );
  }
}

function numbersOf(version: string): [number, number, number] | null {
  const match = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})/.exec(version);
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : null;
}
