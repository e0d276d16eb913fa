import { streamSSE } from 'hono/streaming';
import type { Handlers } from '../http/call.ts';
import type { EndedSessions } from '../identity/ended-sessions.ts';
import type { ErasedPersons, Identity } from '../identity/person.ts';
import type { LiveSeats } from './live-seats.ts';
import type { OrderFollower } from './order-follower.ts';
import { streamOrders } from './order-stream.ts';

/** What live updates need. */
export interface LiveParts {
  follower: OrderFollower;
  seats: LiveSeats;
  /** Looks up whether somebody is an admin now. */
  isAdmin: (owner: Identity) => Promise<boolean>;
  erased: ErasedPersons;
  sessions: Pick<EndedSessions, 'has'>;
  onConnections: (change: 1 | -1) => void;
  /** Ends all streams when the process stops. */
  stopping: AbortSignal;
}

/** The stream of order changes. */
export function liveCalls(parts: LiveParts) {
  const { follower, seats, isAdmin, erased, sessions, onConnections, stopping } = parts;
  return {
    async 'GET /live'({ c, person }) {
      const [seesAll, accounts] = await Promise.all([person.isAdmin(), person.accounts()]);
      await follower.started;
      const from = c.req.header('last-event-id') ?? null;
      const leave = seats.take(person.uid);
      const answer = streamSSE(c, async (stream) => {
        onConnections(1);
        try {
          const { uid } = person;
          const mayStay = async () =>
            !erased.has(uid) && !sessions.has(person) && (!seesAll || isAdmin(person));
          await streamOrders(stream, { follower, uid, accounts, seesAll, mayStay, from, stopping });
        } finally {
          onConnections(-1);
          leave();
        }
      });
      answer.headers.set('Cache-Control', 'private, no-store');
      // Tells nginx and its like to pass each message on at once.
      answer.headers.set('X-Accel-Buffering', 'no');
      return answer;
    },
  } satisfies Partial<Handlers>;
}
