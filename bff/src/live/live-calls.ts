import { type EventNotice, isDeleted } from '@karigar/events';
import { streamSSE } from 'hono/streaming';
import type { LiveOrder } from '../contracts/shop.ts';
import { type Call, defineCall } from '../http/call.ts';
import { owns } from '../identity/ownership.ts';
import type { Person } from '../identity/person.ts';
import { orderView } from '../orders/order-view.ts';
import type { Reservation } from '../payments/reservation.ts';
import type { OrderFollower } from './order-follower.ts';

/** What live updates need. */
export interface LiveParts {
  readonly follower: OrderFollower;
  readonly reservation: Reservation;
  readonly onConnections: (change: 1 | -1) => void;
  /** Ends all streams when the process stops. */
  readonly stopping: AbortSignal;
}

/**
 * Events that may wait for a slow client; beyond them its stream ends before it fills the memory, and the client reconnects and
 * resumes. What it missed in between does not count: else its stream would end again before it got any of it.
 */
const maxWaiting = 1_000;
const heartbeatMs = 20_000;
/** The role and the token of a stream that never ends could never be looked up again, so it ends. */
const longestMs = 15 * 60_000;

/** The stream of order changes. */
export function liveCalls(parts: LiveParts): Call[] {
  return [
    defineCall({
      method: 'get',
      path: '/live',
      summary:
        'Server-sent events: `order` for each change of one’s own orders (admins: of all), id = seq, resumes from ' +
        'Last-Event-ID; `resync` asks to load the lists anew; ends after a quarter of an hour',
      access: 'signed-in',
      limit: 'read',
      answers: { 200: { description: 'The stream', contentType: 'text/event-stream' } },
      problems: [],
      async handle({ c, person }) {
        const seesAll = await person.isAdmin();
        await parts.follower.started;
        const last = c.req.header('last-event-id');
        const from = last !== undefined && /^\d{1,15}$/.test(last) ? Number(last) : null;
        const answer = streamSSE(c, async (stream) => {
          const waiting: EventNotice[] = [];
          let wake = () => {};
          let ended = false;
          const end = () => {
            ended = true;
            wake();
          };
          let mayWait = Number.POSITIVE_INFINITY;
          const listener = (event: EventNotice) => {
            if (event.type.startsWith('order.')) waiting.push(event);
            if (waiting.length > mayWait) end();
            wake();
          };
          const unfollow = parts.follower.follow(from, listener);
          const stopFollowing = unfollow ?? parts.follower.follow(null, listener) ?? (() => {});
          mayWait = waiting.length + maxWaiting;
          const heartbeat = setInterval(() => stream.write(': still here\n\n').catch(end), heartbeatMs);
          const tooLong = setTimeout(end, longestMs);
          stream.onAbort(end);
          parts.stopping.addEventListener('abort', end);
          parts.onConnections(1);
          try {
            const seq = String(parts.follower.seq);
            if (unfollow === null) await stream.writeSSE({ event: 'resync', id: seq, data: '{}' });
            else await stream.writeSSE({ event: 'ready', ...(from === null ? { id: seq } : {}), data: '{}' });
            while (!ended) {
              const event = waiting.shift();
              if (event) {
                const message = await messageFor(parts, event, person, seesAll);
                if (message) await stream.writeSSE(message);
              } else {
                await new Promise<void>((resolve) => {
                  wake = resolve;
                });
              }
            }
          } catch {
            // Ends the stream in silence: its client reconnects and resumes after its last event.
          } finally {
            clearInterval(heartbeat);
            clearTimeout(tooLong);
            stopFollowing();
            parts.stopping.removeEventListener('abort', end);
            parts.onConnections(-1);
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

/** Makes the message about an event; null when the person may not see it. The order is as it is now, not as it was. */
async function messageFor(
  { follower, reservation }: LiveParts,
  event: EventNotice,
  person: Person,
  seesAll: boolean,
): Promise<{ event: string; id: string; data: string } | null> {
  const order = await follower.orderOf(event);
  if (order === null || !(seesAll || owns(person, order))) return null;
  const body: LiveOrder = {
    seq: event.seq,
    type: event.type,
    orderId: event.subject,
    order: isDeleted(order) ? null : await orderView(order, reservation),
  };
  return { event: 'order', id: String(event.seq), data: JSON.stringify(body) };
}
