import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { Role } from '../contracts/people.ts';
import type { Handlers } from '../http/call.ts';
import type { EndedSessions } from '../identity/ended-sessions.ts';
import type { ErasedPersons } from '../identity/person.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { type Listener, type OrderNews, type Sight, wordsFor } from './listeners.ts';
import type { OrderFollower } from './order-follower.ts';

/** What live updates need. */
export interface LiveParts {
  follower: OrderFollower;
  config: { rateLimit: boolean; maxLiveStreams: number };
  erased: ErasedPersons;
  sessions: Pick<EndedSessions, 'has'>;
  onConnections: (change: 1 | -1) => void;
  /** Ends all streams when the process stops. */
  stopping: AbortSignal;
}

const sightOf = (roles: readonly Role[]): Sight =>
  roles.includes('admin') ? 'orders' : roles.includes('packer') ? 'parcels' : 'nothing';

/** The stream of order changes. */
export function liveCalls(parts: LiveParts) {
  const { follower, config, erased, sessions, onConnections, stopping } = parts;
  const seats = liveSeats({
    perPerson: config.rateLimit ? streamsPerPerson : Number.POSITIVE_INFINITY,
    perProcess: config.maxLiveStreams,
  });
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
            (sees === 'nothing' || sightOf(await person.roles()) === sees);
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

/**
 * News that may wait for a slow client; beyond them its stream ends before it fills the memory, and the client reconnects and
 * resumes. What it missed in between does not count: else its stream would end again before it got any of it.
 */
const maxWaiting = 1_000;
const heartbeatMs = 20_000;
/** The token of a stream that never ends could never be looked up again, so it ends. */
const longestMs = 15 * 60_000;

/** Who listens, and to what. */
export interface StreamParts {
  follower: Pick<OrderFollower, 'follow'>;
  uid: string;
  accounts: readonly string[];
  sees: Sight;
  /** Tells whether the person may still see what this stream shows; asked at each heartbeat. */
  mayStay: () => Promise<boolean>;
  /** The id that the client has seen last, or null. */
  from: string | null;
  /** Ends the stream when the process stops. */
  stopping: AbortSignal;
}

/** Sends a person's order news until the client leaves, is too slow, or the time is over. */
export async function streamOrders(stream: SSEStreamingApi, parts: StreamParts): Promise<void> {
  const { follower, uid, accounts, sees, mayStay, from, stopping } = parts;
  const waiting: OrderNews[] = [];
  let wake = () => {};
  let ended = false;
  const end = () => {
    ended = true;
    wake();
    // A write to a client that reads nothing would wait for it for ever, with the stream's seat and all that waits behind it.
    stream.abort();
  };
  const write = (news: OrderNews) => stream.write(wordsFor({ accounts, sees }, news));
  const tell = (news: OrderNews) => {
    if (waiting.push(news) > maxWaiting) end();
    wake();
  };
  const listener: Listener = { uid, accounts, sees, tell, end };
  const heartbeat = setInterval(async () => {
    // A store that is away says nothing about rights; the follower ends the stream then.
    if (await mayStay().catch(() => true)) await stream.write(': still here\n\n');
    else end();
  }, heartbeatMs);
  const tooLong = setTimeout(end, longestMs);
  stream.onAbort(end);
  stopping.addEventListener('abort', end);
  if (stopping.aborted) end();
  const { at, missed, stop } = follower.follow(listener, from);
  try {
    if (missed === null) await stream.writeSSE({ event: 'resync', id: at, data: '{}' });
    else await stream.writeSSE({ event: 'ready', ...(from === null ? { id: at } : {}), data: '{}' });
    for (const news of (await missed?.()) ?? []) {
      if (ended) return;
      await write(news);
    }
    while (!ended) {
      const news = waiting.shift();
      if (news) await write(news);
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } catch {
    // Ends the stream in silence: its client reconnects and resumes after its last event.
  } finally {
    stop();
    clearInterval(heartbeat);
    clearTimeout(tooLong);
    stopping.removeEventListener('abort', end);
  }
}

/** Streams that one person may hold open at one process: a phone, a desktop, a tablet, and two whose end is not noticed yet. */
const streamsPerPerson = 5;

/** Seconds after which a refused page may try again; until then it asks for what it shows. */
const retryAfter = 60;

/** Counts the open streams of this process: `perPerson` for each uid, `perProcess` for all of them together. */
export function liveSeats({ perPerson, perProcess }: { perPerson: number; perProcess: number }) {
  const taken = new Map<string, number>();
  let all = 0;
  const change = (uid: string, by: 1 | -1) => {
    all += by;
    const count = (taken.get(uid) ?? 0) + by;
    if (count === 0) taken.delete(uid);
    else taken.set(uid, count);
  };
  return {
    /**
     * Takes a seat for a person and gives what frees it, once however often it is called. Throws ProblemError 429 when the person or
     * the process has no seat left.
     */
    take(uid: string): () => void {
      if ((taken.get(uid) ?? 0) >= perPerson)
        throw full(`Live updates are already open in ${perPerson} places. Close one of them, or refresh.`);
      if (all >= perProcess) throw full('Live updates are busy right now. Refresh to see what is new.');
      change(uid, 1);
      let held = true;
      return () => {
        if (held) change(uid, -1);
        held = false;
      };
    },
  };
}

const full = (detail: string) => new ProblemError('RATE_LIMITED', detail, { retryAfter });
