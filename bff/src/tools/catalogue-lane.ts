import type { IncomingHttpHeaders } from 'node:http';
import { matchesTag } from '../http/answers.ts';
import type { Gates } from '../http/mount-calls.ts';
import { requestIdFrom } from '../http/request-header.ts';
import type { FastLane } from '../http/run-server.ts';
import { apiHeaders } from '../http/security-headers.ts';
import type { Catalogue } from './catalogue.ts';

const one = (header: IncomingHttpHeaders[string]) => (Array.isArray(header) ? header.join(', ') : header);

/**
 * Makes the lane that answers `GET /api/tools` from memory while the snapshot is current, without routing and web objects. The answer is
 * that of the application, which takes every other case. `onAnswer` is told of each answer's status.
 */
export function catalogueLane(
  catalogue: Pick<Catalogue, 'current'>,
  gates: Pick<Gates, 'rateLimits' | 'clientAddress' | 'closed' | 'minClientVersion'>,
  { production, corsOrigins }: { production: boolean; corsOrigins: readonly string[] },
  onAnswer: (status: number) => void,
): FastLane {
  // What only the application decides.
  const decidesOrigin = corsOrigins.length > 0;
  const decidesVersion = gates.minClientVersion !== null;
  const fixed = [
    ...apiHeaders(production),
    ['Cache-Control', 'public, no-cache'],
    ['Vary', decidesOrigin ? 'Accept-Encoding, Origin' : 'Accept-Encoding'],
  ].flat();
  return ({ url, method, headers, socket }, response) => {
    if (url !== '/api/tools' || method !== 'GET') return false;
    if (decidesOrigin && headers.origin !== undefined) return false;
    if (decidesVersion && headers['x-client-version'] !== undefined) return false;
    const snapshot = catalogue.current();
    if (snapshot === null || gates.closed() !== null) return false;
    const address = gates.clientAddress(socket.remoteAddress, one(headers['x-forwarded-for']));
    if (gates.rateLimits && gates.rateLimits.catalogue(address) > 0) return false;
    const answer = snapshot.json.form(one(headers['accept-encoding']));
    if (answer instanceof Promise) return false;
    const { bytes, encoding, tag } = answer;
    const head = [...fixed, 'X-Request-Id', requestIdFrom(one(headers['x-request-id'])), 'ETag', tag];
    if (encoding !== 'identity') head.push('Content-Encoding', encoding);
    const unchanged = matchesTag(headers['if-none-match'], tag);
    const status = unchanged ? 304 : 200;
    if (!unchanged)
      head.push('Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(bytes.length));
    response.writeHead(status, head).end(unchanged ? undefined : bytes);
    onAnswer(status);
    return true;
  };
}
