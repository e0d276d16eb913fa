import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Hono } from 'hono';
import { problemAnswer } from '../problem/problem-answer.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { problemOf } from '../problem/problem-of.ts';
import type { AppEnv } from './app-env.ts';
import { boundConnections, type ConnectionBounds } from './connection-bounds.ts';
import { slowestBodyMs } from './read-body.ts';

/** A listening server. */
export interface RunningServer {
  port: number;
  /**
   * Takes no new connections, lets requests in flight finish for up to `graceMs`, then cuts what is left (live updates
   * never end by themselves). Resolves when every socket is closed.
   */
  stop(graceMs: number): Promise<void>;
}

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
): Promise<RunningServer> {
  const application = getRequestListener(app.fetch, { errorHandler: answerNoAddress });
  const server = createServer({ connectionsCheckingInterval: 5_000 }, async (request, response) => {
    if (!admits(request, response)) return;
    response.once('finish', () => endUnread(request));
    if (!fastLane(request, response)) await application(request, response);
    countUnread(request, response);
  });
  const { admits, countUnread } = boundConnections(server, bounds);
  // Node looks for requests that are over these limits every `connectionsCheckingInterval`.
  server.headersTimeout = 10_000;
  // Whoever reads a body holds it to a limit of its own; this one must let the slowest of them come.
  server.requestTimeout = server.headersTimeout + slowestBodyMs;
  server.keepAliveTimeout = 65_000;
  server.on('clientError', answerBrokenRequest);
  await listen(server, options);
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    stop: (graceMs) =>
      new Promise((resolve) => {
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

function listen(server: Server, options: { host: string; port: number }): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new Error(listenFault(error, options))));
    server.listen(options.port, options.host, resolve);
  });
}

/** How long (ms) the rest of a request may take that was answered without it: its sender reads the answer meanwhile. */
const restMs = 5_000;

/** Closes the connection of an answered request whose body still does not end: nobody waits for it any more. */
function endUnread(request: IncomingMessage): void {
  if (request.complete) return;
  const cut = setTimeout(() => request.complete || request.socket.destroy(), restMs);
  request.once('close', () => clearTimeout(cut));
}

const listenFault = (error: NodeJS.ErrnoException, at: { host: string; port: number }): string => {
  if (error.code === 'EADDRINUSE') return `Port ${at.port} is in use: stop the other program or set PORT.`;
  if (error.code === 'EACCES') return `Port ${at.port} may not be used: set PORT to a number above 1023.`;
  return `Cannot listen on ${at.host}:${at.port}: ${error.message}`;
};

/** Answers a request whose host or path is invalid, so that no web `Request` can be made of it. */
function answerNoAddress(error: unknown): Response {
  const problem = error instanceof RequestError ? brokenRequest(undefined) : problemOf(error);
  const { status, headers, body } = problemAnswer(problem);
  return new Response(body, { status, headers });
}

/** Answers what is not HTTP, or came too slowly or was too long for any handler to see, and closes the socket. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = problemAnswer(brokenRequest(error.code));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function brokenRequest(code: string | undefined): ProblemError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ProblemError('TIMEOUT', 'The request took too long to arrive. Send it again.');
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ProblemError('HEADERS_TOO_LARGE', 'The headers of the request are too long.');
  return new ProblemError('MALFORMED', 'This is not a valid HTTP request.');
}
