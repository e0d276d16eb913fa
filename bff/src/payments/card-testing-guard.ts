import { type RedisClient, redisKeys } from '@karigar/events';
import { ProblemError } from '../problem/problem-error.ts';

/** Who pays: the account, and the keyed hash of the address it called from, where one is known. */
interface Payer {
  uid: string;
  from?: string | undefined;
}

/** Keeps people from trying out stolen card numbers here. */
export type CardTestingGuard = ReturnType<typeof cardTestingGuard>;

/** Declines in an hour at which payments stop: more than anybody has with a wallet of cards and bad eyes. The owner's number. */
const declinesAllowed = 10;
const windowSeconds = 3_600;

const namesOf = ({ uid, from }: Payer) => [
  `person:${uid}`,
  ...(from === undefined ? [] : [`address:${from}`]),
];
const closedKey = (name: string) => redisKeys.lease(`payments-closed:${name}`);

/** A guard that all processes share. It counts what the provider tells of, never what a browser says. */
export function cardTestingGuard(redis: RedisClient) {
  return {
    /**
     * Counts a declined attempt for its person, address and card (`fingerprint` is the provider's name for it); the same event counts once. Answers whether there are too many, so that
     * its payment must end now.
     */
    declined: (payer: Payer, eventId: string, fingerprint: string | null) =>
      redis.run(async (connection) => {
        const payers = namesOf(payer);
        let stop = false;
        for (const name of fingerprint === null ? payers : [...payers, `card:${fingerprint}`]) {
          const key = redisKeys.lease(`declines:${name}`);
          await connection.sAdd(key, eventId);
          await connection.expire(key, windowSeconds, 'NX');
          if ((await connection.sCard(key)) >= declinesAllowed) stop = true;
        }
        // An event that is told again does not prolong what is closed.
        const once = { condition: 'NX', expiration: { type: 'EX', value: windowSeconds } } as const;
        if (stop) for (const name of payers) await connection.set(closedKey(name), '1', once);
        return stop;
      }),
    /** Throws ProblemError 429 with `Retry-After` while this person or this address must not begin a payment. */
    async check(payer: Payer): Promise<void> {
      const keys = namesOf(payer).map(closedKey);
      const seconds = await redis.run((connection) => Promise.all(keys.map((key) => connection.ttl(key))));
      const retryAfter = Math.max(...seconds);
      if (retryAfter <= 0) return;
      const wait = retryAfter <= 60 ? 'a minute' : `${Math.ceil(retryAfter / 60)} minutes`;
      throw new ProblemError(
        'RATE_LIMITED',
        `Too many cards were declined, so payments from this account or connection are paused. Try again in ${wait}, or ask us for another way to pay.`,
        { retryAfter },
      );
    },
  };
}
