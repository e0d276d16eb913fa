import type { Socket } from 'node:net';
import { startTcpProxy } from './tcp-proxy.ts';

/** The network to one process: a TCP proxy on a port of its own that can fall silent in both directions. */
export interface Link {
  port: number;
  /** `host:port`, as others are told it. */
  address: string;
  /**
   * From now on nothing passes: open connections stay open and silent, new ones are taken and never answered, and neither side learns
   * that the other has ended. So does a network that drops packets.
   */
  cut(): void;
  /** Passes everything again: what was sent meanwhile arrives late, and who came meanwhile is closed and has to come again. */
  heal(): void;
  close(): Promise<void>;
}

/** Opens a link on a free port of 127.0.0.1 to `targetPort`. */
export async function openLink(targetPort: number): Promise<Link> {
  let isCut = false;
  const joined = new Set<Socket>();
  const waiting = new Set<Socket>();
  const ends: (() => void)[] = [];
  const pass = (from: Socket, to: Socket) => {
    joined.add(from);
    from.on('close', () => joined.delete(from));
    from.on('data', (bytes: Buffer) => {
      if (!to.destroyed) to.write(bytes);
    });
  };
  const join = (client: Socket, target: Socket) => {
    pass(client, target);
    pass(target, client);
  };
  const proxy = await startTcpProxy(targetPort, join, {
    keepsWaiting(client) {
      if (isCut) waiting.add(client);
      return isCut;
    },
    onEnd(destroy) {
      if (isCut) ends.push(destroy);
      else destroy();
    },
  });
  return {
    port: proxy.port,
    address: `127.0.0.1:${proxy.port}`,
    cut() {
      isCut = true;
      for (const socket of joined) socket.pause();
    },
    heal() {
      isCut = false;
      for (const destroy of ends.splice(0)) destroy();
      for (const socket of waiting) socket.destroy();
      waiting.clear();
      for (const socket of joined) socket.resume();
    },
    close() {
      // What still waits for its end is of no more use.
      for (const destroy of ends.splice(0)) destroy();
      isCut = false;
      return proxy.close();
    },
  };
}
