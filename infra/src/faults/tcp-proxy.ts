import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy on a free port of 127.0.0.1. */
export interface TcpProxy {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Starts a proxy in front of `targetPort` that passes on nothing by itself: `join` is given both sides of each connection. Where one
 * side ends, the other is destroyed.
 */
export async function startTcpProxy(
  targetPort: number,
  join: (client: Socket, target: Socket) => void,
): Promise<TcpProxy> {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    const both = [client, target];
    for (const socket of both) {
      const end = () => {
        open.delete(socket);
        for (const one of both) one.destroy();
      };
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', end);
      socket.on('close', end);
    }
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
