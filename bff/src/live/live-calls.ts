import { streamSSE } from 'hono/streaming';
import type { Role } from '../contracts/people.ts';
import type { Handlers } from '../http/call.ts';
import type { EndedSessions } from '../identity/ended-sessions.ts';
import type { ErasedPersons, Identity } from '../identity/person.ts';
import type { Sight } from './listeners.ts';
import type { LiveSeats } from './live-seats.ts';
import type { OrderFollower } from './order-follower.ts';
import { streamOrders } from './order-stream.ts';

/** What live updates need. */
export interface LiveParts {
  follower: OrderFollower;
  seats: LiveSeats;
  /** Looks up the roles that somebody has now. */
  rolesOf: (owner: Identity) => Promise<readonly Role[]>;
  erased: ErasedPersons;
  sessions: Pick<EndedSessions, 'has'>;
  onConnections: (change: 1 | -1) => void;
  /** Ends all streams when the process stops. */
  stopping: AbortSignal;
}

const sightOf = (roles: readonly Role[]): Sight => {
  if (roles.includes('admin')) return 'orders';
  return roles.includes('packer') ? 'parcels' : 'nothing';
};

/** The stream of order changes. */
export function liveCalls(parts: LiveParts) {
  const { follower, seats, rolesOf, erased, sessions, onConnections, stopping } = parts;
  return {
    async 'GET /live'({ c, person }) {
      const [roles, accounts] = await Promise.all([person.roles(), person.accounts()]);
      const sees = sightOf(roles);
      await follower.started;
      const from = c.req.header('last-event-id') ?? null;
      const leave = seats.take(person.uid);
      const answer = streamSSE(c, async (stream) => {
        onConnections(1);
        try {
          const { uid } = person;
          const mayStay = async () =>
            !erased.has(uid) &&
            !sessions.has(person) &&
            (sees === 'nothing' || sightOf(await rolesOf(person)) === sees);
          await streamOrders(stream, { follower, uid, accounts, sees, mayStay, from, stopping });
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
