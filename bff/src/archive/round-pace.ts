/** What an event takes at least, while the server is busy with orders (ms): a round before may have come in a quiet moment. */
const leastMsPerEvent = 0.1;

/**
 * Tells when the next round of the archive has to begin, so that an event that came right after the beginning of the last one stands in the archive
 * `everyMs` later: so much earlier as the round will take, by what is waiting and by what an event of the last round took. Times in ms.
 */
export class RoundPace {
  readonly #everyMs: number;
  #begun = 0;
  #archived: number | null = null;
  #msPerEvent = leastMsPerEvent;
  #hasFailed = false;

  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  /** Takes note of a round that began then, and ended now with this event as the archive's last one. */
  roundDone(begun: number, now: number, archived: number): void {
    // The first round of a process only looks up most of what it tells of.
    const events = archived - (this.#archived ?? archived);
    if (events > 0) this.#msPerEvent = Math.max(leastMsPerEvent, (now - begun) / events);
    this.#begun = begun;
    this.#archived = archived;
    this.#hasFailed = false;
  }

  /** Takes note of a round that began then and failed: it is tried again after the whole time, however much waits by then. */
  roundFailed(begun: number): void {
    this.#begun = begun;
    this.#hasFailed = true;
  }

  /** How long the next round can wait while the log ends with the event `head`; 0 when it is due. */
  restMs(now: number, head: number): number {
    const waiting = this.#hasFailed ? 0 : Math.max(0, head - (this.#archived ?? head));
    return Math.max(0, this.#begun + this.#everyMs - waiting * this.#msPerEvent - now);
  }
}
