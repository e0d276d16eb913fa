import { streamSSE } from 'hono/streaming';
import { type Call, defineCall } from '../http/call.ts';
import type { EndedSessions } from '../identity/ended-sessions.ts';
import type { ErasedPersons, Identity } from '../identity/person.ts';
import { type LiveSeats, streamsPerPerson } from './live-seats.ts';
import type { OrderFollower } from './order-follower.ts';
import { streamOrders } from './order-stream.ts';

/** What live updates need. */
export interface LiveParts {
  readonly follower: OrderFollower;
  readonly seats: LiveSeats;
  /** Looks up whether somebody is an admin now. */
  readonly isAdmin: (owner: Identity) => Promise<boolean>;
  readonly erased: ErasedPersons;
  readonly sessions: Pick<EndedSessions, 'has'>;
  readonly onConnections: (change: 1 | -1) => void;
  /** Ends all streams when the process stops. */
  readonly stopping: AbortSignal;
}

/** The stream of order changes. */
export function liveCalls(parts: LiveParts): Call[] {
  const { follower, seats, isAdmin, erased, sessions, onConnections, stopping } = parts;
  return [
    defineCall({
      method: 'get',
      path: '/live',
      summary:
        'Server-sent events: `order` for each change of one’s own orders (admins: of all), resumes from Last-Event-ID. An id is ' +
        '`<seq>.<start of the hash>` of the event, and means the same at every server. `resync` asks to load the lists anew: ' +
        'the id is not at hand any more, is none of this log, or the log has another history now (`{"history":"other"}`, sent to open ' +
        'streams as well). Ends after a quarter of an hour. ' +
        `A person may hold ${streamsPerPerson} streams open; whoever is answered 429 asks for the lists instead`,
      access: 'signed-in',
      limit: 'read',
      answers: { 200: { description: 'The stream', contentType: 'text/event-stream' } },
      problems: [],
      async handle({ c, person }) {
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
    }),
  ];
}
