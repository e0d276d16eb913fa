import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sample } from './in-turns.ts';
import { LatencyHistogram } from './statistics.ts';

/** What to send, and for how long. */
interface Drive {
  url: string;
  connections: number;
  /** Seconds that count; `warmUpSeconds` before them do not. */
  seconds: number;
  warmUpSeconds?: number;
  /** Never sleep between answers: waking a sleeping client costs the server time, the slower of two servers more often. */
  awake?: boolean;
  /** What every answer has to be: a fast refusal is no result. */
  status?: number;
  /** Whole requests, as HTTP/1.1 text: always the same, or the n-th of a connection. */
  request: string | ((connection: number, n: number) => string);
}

/** One request as bytes, with its length; `headers` are added as they are. */
export function httpRequest(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = '',
): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length =
    body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nHost: shop\r\n${lines.join('')}${length}\r\n${body}`;
}

/**
 * Sends requests over kept connections, one at a time on each, for a number of seconds; gives answers per second and their times (ms). Throws
 * when a connection breaks, so that a crashed server is never mistaken for a fast one, and when another status came than the expected one.
 */
export async function drive({
  url,
  connections,
  seconds,
  warmUpSeconds = 0,
  awake = false,
  status = 200,
  request,
}: Drive): Promise<Required<Sample>> {
  const { hostname, port } = new URL(url);
  const times = new LatencyHistogram();
  const sockets: Socket[] = [];
  let [counting, stopping] = [false, false];
  const open = (connection: number, fail: (error: Error) => void) => {
    const socket = connect(Number(port), hostname);
    const counter = new ResponseCounter();
    let [sent, n] = [0, 0];
    const send = () => {
      sent = performance.now();
      socket.write(typeof request === 'string' ? request : request(connection, n));
      n += 1;
    };
    socket.setNoDelay(true);
    socket.on('connect', send);
    socket.on('data', (bytes: Buffer) => {
      if (stopping || !counter.push(bytes)) return;
      if (counting) {
        if (counter.status !== status) return fail(new Error(`Expected ${status}, got ${counter.status}`));
        times.record(performance.now() - sent);
      }
      send();
    });
    socket.on('error', fail);
    socket.on('close', () => stopping || fail(new Error('The server closed a connection under load')));
    sockets.push(socket);
  };
  const broken = new Promise<never>((_, reject) => {
    for (let connection = 0; connection < connections; connection += 1) open(connection, reject);
  });
  const stayAwake = () => {
    if (!stopping) setImmediate(stayAwake);
  };
  try {
    if (awake) stayAwake();
    await Promise.race([broken, pause(warmUpSeconds * 1_000)]);
    counting = true;
    const start = performance.now();
    await Promise.race([broken, pause(seconds * 1_000)]);
    if (times.count === 0) throw new Error('No answer in the counted time');
    const perSecond = times.count / ((performance.now() - start) / 1_000);
    return { perSecond, p50: times.percentile(0.5), p99: times.percentile(0.99) };
  } finally {
    stopping = true;
    for (const socket of sockets) socket.destroy();
  }
}

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Finds the ends of HTTP/1.1 responses in a stream of bytes, one response at a time and without keeping bodies:
 * enough of HTTP to drive our own servers, and cheap enough that the client is not what is measured.
 */
export class ResponseCounter {
  #head: Buffer | null = null;
  #left = 0;
  /** Status of the response that was read last. */
  status = 0;

  /** Takes bytes as they arrive and says whether they complete the response. Throws on what is not HTTP/1.1 with a length. */
  push(bytes: Buffer): boolean {
    if (this.#left > 0) return this.#pushBody(bytes.length);
    const joined = this.#head === null ? bytes : Buffer.concat([this.#head, bytes]);
    const end = joined.indexOf(HEAD_END);
    this.#head = end < 0 ? joined : null;
    return (
      end >= 0 && this.#readHead(joined.toString('latin1', 0, end).toLowerCase(), joined.subarray(end + 4))
    );
  }

  #readHead(head: string, rest: Buffer): boolean {
    if (!head.startsWith('http/1.1 ')) throw new Error(`Not an HTTP/1.1 response: ${head.slice(0, 40)}`);
    this.status = Number(head.slice(9, 12));
    if (this.status === 304 || this.status === 204) return true;
    const at = head.indexOf('\r\ncontent-length:');
    if (at < 0) throw new Error('A response without a length');
    this.#left = Number.parseInt(head.slice(at + 17), 10);
    return this.#pushBody(rest.length);
  }

  #pushBody(bytes: number): boolean {
    this.#left = Math.max(0, this.#left - bytes);
    return this.#left === 0;
  }
}
