import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy on a free port of 127.0.0.1. */
export interface TcpProxy {
  port: number;
  close(): Promise<void>;
}

/** What a proxy may do otherwise than others. */
interface Refinements {
  /** Says yes for a client that is to be connected to nobody. Default: never. */
  keepsWaiting?: (client: Socket) => boolean;
  /** Given what destroys both sides when one has ended, to call it at once (the default) or later. */
  onEnd?: (destroy: () => void) => void;
}

/**
 * Starts a proxy in front of `targetPort` that passes on nothing by itself: `join` is given both sides of each connection. Where one
 * side ends, the other is destroyed.
 */
export async function startTcpProxy(
  targetPort: number,
  join: (client: Socket, target: Socket) => void,
  { keepsWaiting = () => false, onEnd = (destroy) => destroy() }: Refinements = {},
): Promise<TcpProxy> {
  const open = new Set<Socket>();
  const endTogether = (...sockets: readonly Socket[]) => {
    const destroy = () => {
      for (const one of sockets) one.destroy();
    };
    for (const socket of sockets) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => onEnd(destroy));
      socket.on('close', () => {
        open.delete(socket);
        onEnd(destroy);
      });
    }
  };
  const server = createServer((client) => {
    if (keepsWaiting(client)) {
      endTogether(client);
      return;
    }
    const target = connect(targetPort, '127.0.0.1');
    endTogether(client, target);
    join(client, target);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of open) socket.destroy();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}
