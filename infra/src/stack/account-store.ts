import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Keeps the emulator's accounts on disk; the emulator itself keeps them in memory only. */
export interface AccountStore {
  /** The newest complete export, to import at start; null if there is none. */
  lastExport(): string | null;
  /**
   * Gives imported accounts back the time since which their sign-ins are valid: an import sets it to now, which says to the shop that
   * every password has changed.
   */
  restoreTimes(): Promise<void>;
  /** Looks for changes every second from now on and exports them. */
  watch(): void;
  /** Ends the watch and exports once more if anything changed, for `limitMs` at most. Never rejects. */
  close(limitMs: number): Promise<void>;
}

interface StoreOptions {
  /** Folder of the exports, one numbered folder each. */
  dir: string;
  /** `host:port` of the Auth emulator and of its hub. */
  host: string;
  hub: string;
  project: string;
}

/**
 * Opens the store. An export counts only when its metadata file is there, which the hub writes last; then those before it are
 * removed, because they hold accounts that were erased since. So a kill in the middle of an export costs at most that export.
 */
export function openAccountStore(options: StoreOptions): AccountStore {
  let known: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  let closed = false;

  const exportIfChanged = async () => {
    const now = await fingerprint(options);
    if (now === known) return;
    const first = known === null && newest(options.dir) !== null;
    // The accounts that were just imported are on disk already.
    if (!first) await exportAccounts(options);
    known = now;
  };
  const round = () => {
    working = exportIfChanged()
      .catch(() => undefined) // The emulator may be busy or going: the next round asks again.
      .finally(() => {
        if (!closed) timer = setTimeout(round, 1000);
      });
  };
  return {
    lastExport: () => newest(options.dir),
    async restoreTimes() {
      const last = newest(options.dir);
      if (last === null) return;
      const { users } = JSON.parse(readFileSync(join(last, 'auth_export', 'accounts.json'), 'utf8')) as {
        users: { localId: string; validSince?: string }[];
      };
      for (const { localId, validSince } of users)
        if (validSince !== undefined) await askEmulator(options, ':update', { localId, validSince });
    },
    watch: round,
    async close(limitMs) {
      closed = true;
      clearTimeout(timer);
      // A stop must not wait for an emulator that hangs: then the export before is the last.
      const last = working.then(exportIfChanged).catch(() => undefined);
      await Promise.race([last, pause(limitMs, undefined, { ref: false })]);
    },
  };
}

const metadataFile = 'firebase-export-metadata.json';

function exportNumbers(dir: string): number[] {
  return readdirSync(dir)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => b - a);
}

function newest(dir: string): string | null {
  const complete = exportNumbers(dir).find((number) => existsSync(join(dir, String(number), metadataFile)));
  return complete === undefined ? null : join(dir, String(complete));
}

/** A hash of all accounts as the emulator tells them. */
async function fingerprint(options: StoreOptions): Promise<string> {
  const hash = createHash('sha256');
  let page = '';
  do {
    const response = await askEmulator(options, `:batchGet?maxResults=1000&nextPageToken=${page}`);
    const answer = await response.text();
    hash.update(answer);
    page = (JSON.parse(answer) as { nextPageToken?: string }).nextPageToken ?? '';
  } while (page !== '');
  return hash.digest('hex');
}

/** Asks the emulator as an administrator; with a body it is a POST. */
async function askEmulator({ host, project }: StoreOptions, call: string, body?: object): Promise<Response> {
  const url = `http://${host}/identitytoolkit.googleapis.com/v1/projects/${project}/accounts${call}`;
  const response = await fetch(url, {
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    signal: AbortSignal.timeout(5000),
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`The emulator answered ${response.status}`);
  return response;
}

async function exportAccounts({ dir, hub }: StoreOptions): Promise<void> {
  const numbers = exportNumbers(dir);
  const path = join(dir, String((numbers[0] ?? 0) + 1));
  const response = await fetch(`http://${hub}/_admin/export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path, initiatedBy: 'karigar' }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`The emulator's hub answered ${response.status}`);
  if (!existsSync(join(path, metadataFile))) return;
  for (const old of numbers) rmSync(join(dir, String(old)), { recursive: true, force: true });
}
