import { type RedisClient, redisKeys } from '@karigar/events';
import { ProblemError } from '../problem/problem-error.ts';

/** Who pays: the account, and the keyed hash of the address it called from, where one is known. */
export interface Payer {
  readonly uid: string;
  readonly from?: string | undefined;
}

/** A declined attempt as the provider told of it. */
interface Decline extends Payer {
  readonly eventId: string;
  /** The provider's name for the card; null when it gave none. */
  readonly fingerprint: string | null;
}

/** Keeps people from trying out stolen card numbers here. */
export interface CardTestingGuard {
  /**
   * Counts a declined attempt for its person, address and card; the same event counts once (`isNew` is false then). `stop` tells
   * whether its payment must end now.
   */
  declined(decline: Decline): Promise<{ readonly isNew: boolean; readonly stop: boolean }>;
  /** Throws ProblemError 429 with `Retry-After` while this person, or whoever calls from this address, must not begin a payment. */
  check(payer: Payer): Promise<void>;
}

/** Declines in an hour at which payments stop: more than anybody has with a wallet of cards and bad eyes. The owner's number. */
const declinesAllowed = 10;
type Counted = 'person' | 'card' | 'address';
const windowSeconds = 3_600;

/** A guard that all processes share. It counts what the provider tells of, never what a browser says. */
export function cardTestingGuard(redis: RedisClient): CardTestingGuard {
  const closedKey = (what: 'person' | 'address', name: string) =>
    redisKeys.lease(`payments-closed:${what}:${name}`);
  /** Counts an event for one of its three; answers whether it is new there, and whether there are too many. */
  const count = (what: Counted, name: string, eventId: string) =>
    redis.run(async (connection) => {
      const key = redisKeys.lease(`declines:${what}:${name}`);
      const added = await connection.sAdd(key, eventId);
      await connection.expire(key, windowSeconds, 'NX');
      return { isNew: added > 0, stop: (await connection.sCard(key)) >= declinesAllowed };
    });
  /** Closes for an hour what is open; an event that is told again does not prolong that. */
  const close = (what: 'person' | 'address', name: string) =>
    redis.run((connection) =>
      connection.set(closedKey(what, name), '1', {
        condition: 'NX',
        expiration: { type: 'EX', value: windowSeconds },
      }),
    );
  const nothing = { isNew: false, stop: false };
  return {
    async declined({ eventId, uid, from, fingerprint }) {
      const [person, address, card] = await Promise.all([
        count('person', uid, eventId),
        from === undefined ? nothing : count('address', from, eventId),
        fingerprint === null ? nothing : count('card', fingerprint, eventId),
      ]);
      const stop = person.stop || address.stop || card.stop;
      if (stop) await Promise.all([close('person', uid), from !== undefined && close('address', from)]);
      return { isNew: person.isNew, stop };
    },
    async check({ uid, from }) {
      const keys = [closedKey('person', uid), ...(from === undefined ? [] : [closedKey('address', from)])];
      const seconds = await redis.run((connection) => Promise.all(keys.map((key) => connection.ttl(key))));
      const retryAfter = Math.max(...seconds);
      if (retryAfter <= 0) return;
      throw new ProblemError(
        'RATE_LIMITED',
        `Too many cards were declined, so payments from this account or connection are paused. Try again in ${minutes(retryAfter)}, or ask us for another way to pay.`,
        { retryAfter },
      );
    },
  };
}

/** Says a length of time in whole minutes, at least one. */
export const minutes = (seconds: number): string =>
  seconds <= 60 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`;

/** No guard, for load tests. */
export const noCardTestingGuard: CardTestingGuard = {
  declined: async () => ({ isNew: true, stop: false }),
  check: async () => undefined,
};
