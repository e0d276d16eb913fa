import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { demoProject } from './demo-environment.ts';

/** Keeps the emulator's accounts on disk; the emulator itself keeps them in memory only. */
export interface AccountStore {
  /** Ends the watch and writes once more if anything changed, for `limitMs` at most. Never rejects. */
  close(limitMs: number): Promise<void>;
}

/** An account as the emulator tells it, as far as it is read here. */
interface KeptAccount {
  localId: string;
  validSince?: string;
}

/** Puts the accounts in `file` into the emulator at `host` (`host:port`), then looks for changes every second and writes them. */
export async function openAccountStore(host: string, file: string): Promise<AccountStore> {
  let kept = existsSync(file) ? readFileSync(file, 'utf8') : '{}';
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  let closed = false;
  const { users = [] } = JSON.parse(kept) as { users?: KeptAccount[] };
  if (users.length > 0) await askEmulator(host, 'batchCreate', { users });
  // The time since which sign-ins are valid is now, which says to the shop that every password has changed: it becomes what it was.
  for (const { localId, validSince } of users)
    if (validSince !== undefined) await askEmulator(host, 'update', { localId, validSince });
  const writeIfChanged = async () => {
    const now = await askEmulator(host, 'batchGet?maxResults=-1');
    if (now === kept) return;
    // Renamed into place, so that a kill leaves the accounts of before or those of now.
    writeFileSync(`${file}.new`, now, { flush: true });
    renameSync(`${file}.new`, file);
    kept = now;
  };
  const round = () => {
    working = writeIfChanged()
      .catch(() => undefined) // The emulator may be busy or going: the next round asks again.
      .finally(() => {
        if (!closed) timer = setTimeout(round, 1000);
      });
  };
  round();
  return {
    async close(limitMs) {
      closed = true;
      clearTimeout(timer);
      // A stop must not wait for an emulator that hangs: then what was written before is the last.
      const last = working.then(writeIfChanged).catch(() => undefined);
      await Promise.race([last, pause(limitMs, undefined, { ref: false })]);
    },
  };
}

/** Asks the emulator as an administrator; with a body it is a POST. Gives the answer's text, throws unless it is a 2xx. */
async function askEmulator(host: string, call: string, body?: object): Promise<string> {
  const url = `http://${host}/identitytoolkit.googleapis.com/v1/projects/${demoProject}/accounts:${call}`;
  const response = await fetch(url, {
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    signal: AbortSignal.timeout(5000),
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`The emulator answered ${response.status}`);
  return response.text();
}
