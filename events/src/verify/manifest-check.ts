import type { Redis } from 'ioredis';
import { storedEvent } from '../log/event-fields.ts';
import type { ScannedEvent } from '../log/log-scan.ts';
import { rawEntries } from '../log/read-events.ts';
import { redisKeys } from '../log/redis-keys.ts';
import type { Differences } from '../model/difference.ts';

/** The end of a log as a backup's manifest records it. */
export interface ManifestHead {
  readonly seq: number;
  readonly hash: string;
}

/**
 * Compares a log with what a manifest says of its end at an earlier time. A sealed log has a chain of its own: of a manifest from before
 * the sealing it knows what its first event says, the end of the old log; and the old log itself, as long as it is kept.
 */
export class ManifestCheck {
  readonly #head: ManifestHead;
  /** What was found where the manifest's event must be: its hash, or nothing yet. */
  #found: string | null = null;
  /** The end of the log from before the sealing, where the manifest speaks of that log. */
  #former: ManifestHead | null = null;

  constructor(head: ManifestHead) {
    this.#head = head;
    if (head.seq === 0) this.#found = head.hash;
  }

  /** Takes the next events of the log. */
  take(events: readonly ScannedEvent[], differences: Differences): void {
    const { seq } = this.#head;
    for (const { seq: at, event, stored } of events) {
      if (at === 1 && event?.type === 'log.sealed' && seq <= event.data.seq) this.#former = event.data;
      if (at !== seq || this.#former !== null) continue;
      this.#found = stored?.hash ?? 'unreadable';
      this.#compare(this.#found, differences);
    }
  }

  /** Says what is missing; asks the old log where only that can tell. */
  async finish(redis: Redis, differences: Differences): Promise<void> {
    const { seq } = this.#head;
    const add = (message: string): void => differences.add('manifest', seq, 'head', message);
    if (this.#former === null) {
      if (this.#found === null) add('the log ends before the event that the manifest names');
    } else if (seq === this.#former.seq) this.#compare(this.#former.hash, differences);
    else if (seq > 0) {
      const [entry] = await rawEntries(redis, seq - 1, 1, redisKeys.unsealed);
      const before = `the manifest is from before the log was sealed at event ${this.#former.seq}`;
      if (entry === undefined) add(`${before}, and only that event can still be compared`);
      else this.#compare(storedEvent(...entry).hash, differences);
    }
  }

  #compare(found: string, differences: Differences): void {
    const { seq, hash } = this.#head;
    if (found === hash) return;
    differences.add('manifest', seq, 'head', `its hash is ${found}, the manifest says ${hash}`);
  }
}
