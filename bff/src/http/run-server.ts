import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Hono } from 'hono';
import { ProblemError, problemAnswer } from '../problem/problem-error.ts';
import { problemOf } from '../problem/problem-of.ts';
import type { AppEnv } from './app-env.ts';
import { boundConnections, type ConnectionBounds } from './connection-bounds.ts';
import { slowestBodyMs } from './read-body.ts';

/** A listening server. */
export type RunningServer = Awaited<ReturnType<typeof runServer>>;

/** Answers a request and returns true, or leaves it to the application. */
export type FastLane = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Starts to listen. `fastLane` sees each request first and may answer it. Rejects with a sentence that says what to do when the port
 * is taken or may not be used.
 */
export async function runServer(
  app: Hono<AppEnv>,
  options: { host: string; port: number },
  bounds: ConnectionBounds,
  fastLane: FastLane = () => false,
) {
  const application = getRequestListener(app.fetch, { errorHandler: answerNoAddress });
  const server = createServer({ connectionsCheckingInterval: 5_000 }, (request, response) => {
    if (!admits(request)) return;
    if (hasBody(request)) response.once('finish', () => endUnread(request));
    // The lane answers synchronously. What the kernel has taken already needs neither a count nor a promise.
    if (fastLane(request, response)) {
      if (response.writableLength > 0 && countOpen(request, response)) countUnread(request, response);
    } else if (countOpen(request, response))
      void application(request, response).then(() => countUnread(request, response));
  });
  const { admits, countOpen, countUnread } = boundConnections(server, bounds);
  // Node looks for requests that are over these limits every `connectionsCheckingInterval`.
  server.headersTimeout = 10_000;
  // Each reader of a body has its own time limit; this one must be longer than all of them.
  server.requestTimeout = server.headersTimeout + slowestBodyMs;
  server.keepAliveTimeout = 65_000;
  server.on('clientError', answerBrokenRequest);
  await listen(server, options);
  return {
    port: (server.address() as AddressInfo).port,
    /**
     * Takes no new connections, lets requests in flight finish for up to `graceMs`, then cuts what is left (live updates
     * never end by themselves). Resolves when every socket is closed.
     */
    stop: (graceMs: number) =>
      new Promise<void>((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), graceMs);
        // A connection that is kept alive becomes idle only when its answer is sent, which may be any moment.
        const sweep = setInterval(() => server.closeIdleConnections(), 20);
        server.close(() => {
          clearTimeout(cut);
          clearInterval(sweep);
          resolve();
        });
      }),
  };
}

/** Rejects with a sentence that says what to do when {@link runServer} could not listen there; keeps nothing open. */
export async function refuseBusyPort(options: { host: string; port: number }): Promise<void> {
  const server = createServer((request) => request.destroy());
  await listen(server, options);
  await new Promise((resolve) => server.close(resolve));
}

async function listen(server: Server, { host, port }: { host: string; port: number }) {
  server.listen(port, host);
  await once(server, 'listening').catch(({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EADDRINUSE') throw new Error(`Port ${port} is in use: stop the other program or set PORT.`);
    if (code === 'EACCES') throw new Error(`Port ${port} may not be used: set PORT to a number above 1023.`);
    throw new Error(`Cannot listen on ${host}:${port}: ${message}`);
  });
}

/** Whether a body was announced (RFC 9112, 6). */
const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** How long (ms) the rest of a request may take that was answered without it: its sender reads the answer meanwhile. */
const restMs = 5_000;

/** Closes the connection of an answered request whose body still does not end: no client waits for it any more. */
function endUnread(request: IncomingMessage) {
  if (request.complete) return;
  const cut = setTimeout(() => request.complete || request.socket.destroy(), restMs);
  request.once('close', () => clearTimeout(cut));
}

/** Answers a request whose host or path is invalid, so that no web `Request` can be made of it. */
function answerNoAddress(error: unknown) {
  const { body, ...init } = problemAnswer(
    error instanceof RequestError ? brokenRequest(undefined) : problemOf(error),
  );
  return new Response(body, init);
}

/** Answers what is not HTTP, or came too slowly or was too long for any handler to see, and closes the socket. */
function answerBrokenRequest({ code }: NodeJS.ErrnoException, socket: Socket) {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = problemAnswer(brokenRequest(code));
  const all = { ...headers, Connection: 'close', 'Content-Length': Buffer.byteLength(body) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

function brokenRequest(code: string | undefined) {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ProblemError('TIMEOUT', 'The request took too long to arrive. Send it again.');
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ProblemError('HEADERS_TOO_LARGE', 'The headers of the request are too long.');
  return new ProblemError('MALFORMED', 'This is not a valid HTTP request.');
}
