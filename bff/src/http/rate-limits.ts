import type { LimitClass } from '../contracts/call-row.ts';
import { ProblemError } from '../problem/problem-error.ts';

/** The limits of one process, which takes its share of each. */
export type RateLimits = ReturnType<typeof rateLimits>;

/** A limit that calls are counted against. */
type CallLimit = Exclude<LimitClass, 'none'>;

/** Requests a minute of one address, pages and pictures included: some forty belong to a first visit. */
const requestsPerMinute = 60_000;

/**
 * Makes the limits of one of `processes` server processes that share the shop's visitors. Each function throws ProblemError 429 with
 * `Retry-After`.
 */
export function rateLimits(processes: number) {
  const limit = (calls = Number.POSITIVE_INFINITY) => memoryLimit(Math.ceil(calls / processes));
  /**
   * How many calls a minute for a person, for the visitors of one address together, and for its signed-in people together. Those are
   * counted apart, so that a neighbour who sends garbage does not take an order away.
   */
  const bounds = (visitors: number, person?: number, people?: number) => ({
    visitors: limit(visitors),
    person: limit(person),
    people: limit(people),
  });
  // An address gets more than a person, because thousands of phones may share one. What signed-in people read is counted by address
  // with all requests.
  const limits: Record<CallLimit, ReturnType<typeof bounds>> = {
    catalogue: bounds(12_000),
    read: bounds(6_000, 600),
    write: bounds(1_200, 120, 2_400),
    token: bounds(600, 30),
    payment: bounds(600, 30, 600),
    image: bounds(120, 60, 120),
  };
  const requests = limit(requestsPerMinute);
  return {
    /** Counts a request of an address, whatever it asks for: the first thing that happens to it. */
    request: (address: string): void => pass(requests(address)),
    /** Counts a call: by its address for a visitor, by both for the person `uid`. */
    call(name: CallLimit, address: string, uid: string | null): void {
      const { person, visitors, people } = limits[name];
      // Checks the person's limit first, so that it does not use up the address's limit.
      if (uid !== null) pass(person(uid));
      pass((uid === null ? visitors : people)(address));
    },
    /** Counts a call whose person is known only after the work that it asks for. */
    person: (name: CallLimit, uid: string): void => pass(limits[name].person(uid)),
    /** Readings of the catalogue by an address, which the catalogue's own lane counts too. */
    catalogue: limits.catalogue.visitors,
  };
}

function pass(retryAfter: number) {
  if (retryAfter === 0) return;
  throw new ProblemError('RATE_LIMITED', 'Too many requests. Wait a moment and try again.', {
    retryAfter,
  });
}

/** Counts a call of `who` and answers how many seconds they must wait: 0 while they are within the limit. */
export type MemoryLimit = (who: string) => number;

const windowMs = 60_000;
/** Names that are counted at once, some ten megabytes: requests from ever new addresses must not fill the memory. */
const mostNames = 100_000;

/**
 * Limits each name to `perMinute` calls, counted in this process and answered at once, so that counting comes before any other work
 * and writes nothing anywhere. Beyond 100,000 names in a minute the one that came first is forgotten.
 */
export function memoryLimit(perMinute: number): MemoryLimit {
  let counts = new Map<string, number>();
  let began = Date.now();
  return (who) => {
    const passed = Date.now() - began;
    if (passed >= windowMs) {
      counts = new Map();
      began = Date.now();
    }
    const count = (counts.get(who) ?? 0) + 1;
    const [first] = count === 1 && counts.size >= mostNames ? counts.keys() : [];
    if (first !== undefined) counts.delete(first);
    counts.set(who, count);
    return count <= perMinute ? 0 : Math.ceil((windowMs - passed) / 1_000);
  };
}
