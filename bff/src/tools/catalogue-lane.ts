import { matchesTag } from '../http/answers.ts';
import type { ClientAddress } from '../http/client-address.ts';
import type { MemoryLimit } from '../http/rate-limits.ts';
import { requestIdFrom } from '../http/request-header.ts';
import type { FastLane } from '../http/run-server.ts';
import type { Catalogue } from './catalogue.ts';

/** What the lane must know of the layers that it bypasses. */
export interface CatalogueLaneOptions {
  catalogue: Catalogue;
  /** The headers that every answer of the API carries. */
  headers: readonly (readonly [string, string])[];
  /** Requests with one of these headers want something that only the application decides. */
  leaveWith: readonly string[];
  /** Null when calls are not limited. */
  limit: MemoryLimit | null;
  clientAddress: ClientAddress;
  /** Why the store is closed, null while it is open. */
  closed: () => Error | null;
  /** Told of each answer's status, for the metrics. */
  onAnswer: (status: number) => void;
}

const one = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(', ') : header;

/**
 * Makes the lane that answers `GET /api/tools` from memory while the snapshot is current, without routing and web objects. The answer is
 * that of the application, which takes every other case.
 */
export function catalogueLane(options: CatalogueLaneOptions): FastLane {
  const { catalogue, limit, leaveWith } = options;
  const fixed = [
    ...options.headers,
    ['Cache-Control', 'public, no-cache'],
    ['Vary', leaveWith.includes('origin') ? 'Accept-Encoding, Origin' : 'Accept-Encoding'],
  ].flat();
  return ({ url, method, headers, socket }, response) => {
    if (url !== '/api/tools' || method !== 'GET') return false;
    if (leaveWith.some((name) => headers[name] !== undefined)) return false;
    const snapshot = catalogue.current();
    if (snapshot === null || options.closed() !== null) return false;
    const address = options.clientAddress(socket.remoteAddress, one(headers['x-forwarded-for']));
    if (limit !== null && limit(address) > 0) return false;
    const answer = snapshot.json.now(one(headers['accept-encoding']));
    if (answer === null) return false;
    const head = [...fixed, 'X-Request-Id', requestIdFrom(one(headers['x-request-id'])), 'ETag', answer.tag];
    if (answer.encoding === 'gzip') head.push('Content-Encoding', 'gzip');
    const unchanged = matchesTag(headers['if-none-match'], answer.tag);
    if (unchanged) response.writeHead(304, head).end();
    else {
      head.push(
        'Content-Type',
        'application/json; charset=utf-8',
        'Content-Length',
        String(answer.bytes.length),
      );
      response.writeHead(200, head).end(answer.bytes);
    }
    options.onAnswer(unchanged ? 304 : 200);
    return true;
  };
}
