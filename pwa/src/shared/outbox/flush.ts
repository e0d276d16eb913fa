import type { AttemptOutcome, Delay, OutboxEntry } from '../saved/outbox-entry.ts';

/** What a flush needs; injected, so that the rule is tested without a network or a database. */
export interface FlushPorts {
  /** Marks the oldest entry that must go, and is not in `passed`, as begun, and gives it. */
  begin(passed: ReadonlySet<string>): Promise<OutboxEntry | undefined>;
  /** Sends one entry; never throws for a failed call. */
  send(entry: OutboxEntry): Promise<AttemptOutcome>;
  /** Records what the attempt ended with. */
  end(entry: OutboxEntry, outcome: AttemptOutcome): Promise<void>;
  /** False as soon as the person has gone: nothing is ever sent as somebody else. */
  stillSamePerson(): boolean;
}

/** How a flush ended: null when everything was sent, else the last reason to wait. `retryAfter` is in seconds. */
interface FlushResult {
  waitingFor: Delay | null;
  retryAfter: number | null;
}

/** Sends what must go, in the order made, until nothing is left or there is no sense in going on. */
export async function flush(ports: FlushPorts): Promise<FlushResult> {
  const passed = new Set<string>();
  const result: FlushResult = { waitingFor: null, retryAfter: null };
  while (ports.stillSamePerson()) {
    const entry = await ports.begin(passed);
    if (entry === undefined) break;
    passed.add(entry.id);
    const outcome = await ports.send(entry);
    await ports.end(entry, outcome);
    if (outcome.type !== 'delayed') continue;
    result.waitingFor = outcome.delay;
    result.retryAfter = outcome.retryAfter;
    if (outcome.delay !== 'shop-failed') break;
  }
  return result;
}
