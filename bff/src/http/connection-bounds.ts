import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ClientAddress } from './client-address.ts';

/** What clients may hold of a server at once; only tests name the numbers. */
export interface ConnectionBounds {
  clientAddress: ClientAddress;
  /** Whether one address is limited: not in load tests. */
  limitAddresses: boolean;
  /** Told why a connection was cut. */
  onCut: (why: CutReason) => void;
  /** How long (ms) an answer may wait for its reader. */
  stalledMs?: number;
  /** Connections of one address, or its open requests when a trusted proxy brings them. */
  perAddress?: number;
  /** Bytes of answers that one address has not read yet. */
  unreadBytes?: number;
}

/** The client did not read the answer; too many requests at once on one connection; too many connections or unread bytes of one address. */
export type CutReason = 'stalled' | 'pipelined' | 'connections' | 'unread';

/** Requests that may wait for their answers on one connection: browsers and proxies send one after the other. */
const mostUnanswered = 8;

/**
 * Bounds what clients hold of the server: its connections leave a fifth of the descriptors to the rest of the process, and one address has a
 * quarter of them at most. `admits` is asked before anything else is done for a request; `countOpen` is told before the answer is made, unless
 * it is ready and sent at once; `countUnread` when the answer is written.
 */
export function boundConnections(server: Server, bounds: ConnectionBounds) {
  const { clientAddress, limitAddresses, onCut, stalledMs = 30_000, unreadBytes = 32_000_000 } = bounds;
  server.maxConnections = Math.floor(openFiles() * 0.8);
  const { perAddress = Math.min(1_000, Math.floor(server.maxConnections / 4)) } = bounds;
  const holders = new Map<string, { connections: number; unread: number }>();
  const sockets = new WeakMap<Socket, { unanswered: number; unread: number }>();
  const stateOf = (socket: Socket) => {
    const known = sockets.get(socket);
    if (known !== undefined) return known;
    const state = { unanswered: 0, unread: 0 };
    sockets.set(socket, state);
    return state;
  };
  const addressOf = ({ socket, headers }: IncomingMessage) =>
    clientAddress(socket.remoteAddress, headers['x-forwarded-for']?.toString());
  const cut = (socket: Socket, why: CutReason) => {
    if (socket.destroyed) return;
    onCut(why);
    // A reset also frees what the kernel holds for the client.
    socket.resetAndDestroy();
  };
  /** Counts `held` for its address until it closes; false when the address has too many. */
  const hold = (address: string, held: Socket | ServerResponse) => {
    const holder = holders.get(address) ?? { connections: 0, unread: 0 };
    if (holder.connections >= perAddress) return false;
    holder.connections++;
    holders.set(address, holder);
    held.once('close', () => {
      holder.connections--;
      if (holder.connections === 0) holders.delete(address);
    });
    return true;
  };

  if (limitAddresses)
    server.on('connection', (socket) => {
      const { remoteAddress } = socket;
      if (clientAddress.isProxy(remoteAddress)) return;
      if (!hold(clientAddress(remoteAddress, undefined), socket)) cut(socket, 'connections');
    });
  server.timeout = stalledMs;
  // Comes when the socket neither sent nor got a byte for so long.
  server.on('timeout', (socket) => {
    const isAnswering = stateOf(socket).unanswered > 0;
    // The answer is still being made, such as a stream between two events.
    if (isAnswering && socket.writableLength === 0) return;
    if (isAnswering) cut(socket, 'stalled');
    else socket.destroy();
  });

  return {
    /** False when nothing is to be done for a request: its connection is cut, or was before. */
    admits({ socket }: IncomingMessage): boolean {
      if (stateOf(socket).unanswered >= mostUnanswered) cut(socket, 'pipelined');
      return !socket.destroyed;
    },
    /** Counts a request until its answer is sent. False when its connection is cut, because its address has too many. */
    countOpen(request: IncomingMessage, response: ServerResponse): boolean {
      const { socket } = request;
      const state = stateOf(socket);
      state.unanswered++;
      response.once('close', () => state.unanswered--);
      const isHeld =
        !limitAddresses || !clientAddress.isProxy(socket.remoteAddress) || hold(addressOf(request), response);
      if (!isHeld) cut(socket, 'connections');
      return isHeld;
    },
    /** Counts what is left of a written answer until its client has read it. */
    countUnread(request: IncomingMessage, response: ServerResponse): void {
      const bytes = response.writableLength;
      if (bytes === 0 || response.destroyed) return;
      const { socket } = request;
      // What the client sends meanwhile must not count as progress. Node reads on when it has parsed the request.
      setImmediate(() => response.closed || socket.pause());
      const state = stateOf(socket);
      const holder = holders.get(addressOf(request));
      const add = (answers: 1 | -1) => {
        state.unread += answers;
        if (holder !== undefined) holder.unread += answers * bytes;
      };
      add(1);
      response.once('close', () => {
        add(-1);
        if (state.unread === 0) socket.resume();
      });
      if (holder !== undefined && holder.unread > unreadBytes) cut(socket, 'unread');
    },
  };
}

/** How many descriptors the process may have open. */
function openFiles() {
  // Without it the report asks for the names of all connected addresses.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: unknown } } };
  return Number(userLimits?.open_files?.soft) || 100_000;
}
