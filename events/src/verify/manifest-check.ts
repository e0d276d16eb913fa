import type { ScannedEvent } from '../log/log-scan.ts';
import type { Differences } from '../model/difference.ts';

/** The end of a log as a backup's manifest records it. */
export interface ManifestHead {
  readonly seq: number;
  readonly hash: string;
}

/** Compares a log with what a manifest says of its end at an earlier time. */
export class ManifestCheck {
  readonly #head: ManifestHead;
  /** The hash of the event that the manifest names, once it is read. */
  #found: string | null = null;

  constructor(head: ManifestHead) {
    this.#head = head;
    if (head.seq === 0) this.#found = head.hash;
  }

  /** Takes the next events of the log. */
  take(events: readonly ScannedEvent[]): void {
    for (const { seq, stored } of events)
      if (seq === this.#head.seq) this.#found = stored?.hash ?? 'unreadable';
  }

  /** Adds what differs, once the whole log is read. */
  finish(differences: Differences): void {
    const { seq, hash } = this.#head;
    if (this.#found === hash) return;
    const message =
      this.#found === null
        ? 'the log ends before the event that the manifest names'
        : `its hash is ${this.#found}, the manifest says ${hash}`;
    differences.add('manifest', seq, 'head', message);
  }
}
