import type { LimitClass } from '../contracts/call-row.ts';
import { ProblemError } from '../problem/problem-error.ts';

/**
 * Counts requests and calls, in the memory of this process, which takes its share of each limit. Each function throws ProblemError 429
 * with `Retry-After`.
 */
export interface RateLimits {
  /** Counts a request of an address, whatever it asks for: the first thing that happens to it. */
  request(address: string): void;
  /** Counts a call: by its address for a visitor, by both for the person `uid`. */
  call(limit: CallLimit, address: string, uid: string | null): void;
  /** Counts a call whose person is known only after the work that it asks for. */
  person(limit: CallLimit, uid: string): void;
  /** Readings of the catalogue by an address, which the catalogue's own lane counts too. */
  catalogue: MemoryLimit;
}

/** A limit that calls are counted against. */
type CallLimit = Exclude<LimitClass, 'none'>;
/**
 * How much a minute for a person, for the visitors of one address together, and for its signed-in people together. Those are counted
 * apart, so that a neighbour who sends garbage does not take an order away.
 */
type Bounds = { person?: number; visitors: number; people?: number };

/**
 * Calls a minute at the whole shop. An address gets more than a person, because thousands of phones may share one. What signed-in people
 * read is counted by address with all requests.
 */
const perMinute: Readonly<Record<CallLimit, Bounds>> = {
  catalogue: { visitors: 12_000 },
  read: { person: 600, visitors: 6_000 },
  write: { person: 120, visitors: 1_200, people: 2_400 },
  token: { person: 30, visitors: 600 },
  payment: { person: 30, visitors: 600, people: 600 },
  image: { person: 60, visitors: 120, people: 120 },
};
/** Requests a minute of one address, pages and pictures included: some forty belong to a first visit. */
const requestsPerMinute = 60_000;

/** Makes the limits of one of `processes` server processes that share the shop's visitors. `now` gives milliseconds. */
export function rateLimits(processes: number, now: () => number = Date.now): RateLimits {
  const limit = (calls = Number.POSITIVE_INFINITY) => memoryLimit(Math.ceil(calls / processes), now);
  const limits = Object.fromEntries(
    Object.entries(perMinute).map(([name, { person, visitors, people }]) => [
      name,
      { person: limit(person), visitors: limit(visitors), people: limit(people) },
    ]),
  ) as Record<CallLimit, Record<keyof Bounds, MemoryLimit>>;
  const requests = limit(requestsPerMinute);
  return {
    request: (address) => pass(requests(address)),
    call(name, address, uid) {
      const { person, visitors, people } = limits[name];
      if (uid === null) return pass(visitors(address));
      // Checks the person's limit first, so that it does not use up the address's limit.
      pass(person(uid));
      pass(people(address));
    },
    person: (name, uid) => pass(limits[name].person(uid)),
    catalogue: limits.catalogue.visitors,
  };
}

function pass(retryAfter: number): void {
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
 * and writes nothing anywhere. Beyond 100,000 names in a minute the one that came first is forgotten. `now` gives milliseconds.
 */
export function memoryLimit(perMinute: number, now: () => number = Date.now): MemoryLimit {
  let counts = new Map<string, number>();
  let began = now();
  return (who) => {
    const passed = now() - began;
    if (passed >= windowMs) {
      counts = new Map();
      began = now();
    }
    const count = (counts.get(who) ?? 0) + 1;
    const [first] = count === 1 && counts.size >= mostNames ? counts.keys() : [];
    if (first !== undefined) counts.delete(first);
    counts.set(who, count);
    return count <= perMinute ? 0 : Math.ceil((windowMs - passed) / 1_000);
  };
}
