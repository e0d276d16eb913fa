import { buildVersion } from './build-version.ts';

/** As long as `answerLimit` in http.ts (ms), which is not imported: the file that a page begins with stays small. */
const limit = 10_000;
const asked = new Map<string, Promise<Response>>();

/** Asks the API before the shop's code is there; the first call of the same address takes the answer. Public data only. */
export function preload(path: string): void {
  const headers = { Accept: 'application/json', 'X-Client-Version': buildVersion };
  const answer = fetch(`/api${path}`, { headers, signal: AbortSignal.timeout(limit) });
  // The caller that takes it gets the failure.
  answer.catch(() => undefined);
  asked.set(path, answer);
}

/** Takes the answer that was asked for ahead; only the first call gets it. */
export function takePreloaded(path: string): Promise<Response> | undefined {
  const answer = asked.get(path);
  asked.delete(path);
  return answer;
}
