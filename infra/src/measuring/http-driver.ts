import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { ResponseCounter } from './response-counter.ts';
import { percentile } from './statistics.ts';

/** What to send: `request(connection, n)` gives the n-th request of a connection, whole, as HTTP/1.1 text or bytes. */
export interface Drive {
  url: string;
  connections: number;
  /** Seconds that count; `warmUpSeconds` before them do not. */
  seconds: number;
  warmUpSeconds?: number;
  /** Never sleep between answers: whoever answers a sleeping client pays for waking it, the slower of two servers more often. */
  awake?: boolean;
  request: (connection: number, n: number) => string | Buffer;
}

/** What came back in the counted time. Latencies are milliseconds. `statuses` counts answers by HTTP status. */
export interface DriveResult {
  perSecond: number;
  p50: number;
  p99: number;
  max: number;
  statuses: Record<number, number>;
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
 * Sends requests over kept connections, one at a time on each, for a number of seconds. Rejects when a connection
 * breaks, so that a crashed server is never mistaken for a fast one.
 */
export async function drive({
  url,
  connections,
  seconds,
  warmUpSeconds = 0,
  awake = false,
  request,
}: Drive): Promise<DriveResult> {
  const { hostname, port } = new URL(url);
  const latencies: number[] = [];
  const statuses: Record<number, number> = {};
  const sockets: Socket[] = [];
  let counting = false;
  let stopping = false;
  const open = (connection: number, fail: (error: Error) => void) => {
    const socket = connect(Number(port), hostname);
    const counter = new ResponseCounter();
    let sent = 0;
    let n = 0;
    const send = () => {
      sent = performance.now();
      socket.write(request(connection, n));
      n += 1;
    };
    socket.setNoDelay(true);
    socket.on('connect', send);
    socket.on('data', (bytes: Buffer) => {
      if (stopping || !counter.push(bytes)) return;
      if (counting) {
        latencies.push(performance.now() - sent);
        statuses[counter.status] = (statuses[counter.status] ?? 0) + 1;
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
  const pass = (s: number) => Promise.race([broken, new Promise<void>((done) => setTimeout(done, s * 1000))]);
  const stayAwake = () => {
    if (!stopping) setImmediate(stayAwake);
  };
  try {
    if (awake) stayAwake();
    await pass(warmUpSeconds);
    counting = true;
    const start = performance.now();
    await pass(seconds);
    const elapsed = (performance.now() - start) / 1000;
    const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)];
    const max = latencies.reduce((most, ms) => Math.max(most, ms), 0);
    return { perSecond: latencies.length / elapsed, p50, p99, max, statuses };
  } finally {
    stopping = true;
    for (const socket of sockets) socket.destroy();
  }
}

/** Throws unless every counted answer had this status: a fast refusal is no result. */
export function mustAnswer(result: DriveResult, status: number): void {
  const others = Object.keys(result.statuses).filter((other) => Number(other) !== status);
  if (others.length > 0) throw new Error(`Expected ${status} only, got ${JSON.stringify(result.statuses)}`);
  if (Object.keys(result.statuses).length === 0) throw new Error('No answer in the counted time');
}
