import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { SeededRandom } from './seeded-random.ts';

/** A TCP proxy that can cut its connections in the middle of a request or of an answer. */
export interface CuttingProxy {
  port: number;
  /** From now on each piece of data is, with this probability (0 to 1), the last of its connection, cut at a random byte. */
  setCutting(probability: number): void;
  /** How many connections were cut so far. */
  readonly cuts: number;
  close(): Promise<void>;
}

/** Starts the proxy on a free port of 127.0.0.1 in front of `targetPort`. */
export async function startCuttingProxy(targetPort: number, random: SeededRandom): Promise<CuttingProxy> {
  const open = new Set<Socket>();
  let probability = 0;
  let cuts = 0;
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    const both = [client, target];
    const end = () => {
      for (const socket of both) socket.destroy();
    };
    const pass = (from: Socket, to: Socket) => {
      from.on('data', (bytes: Buffer) => {
        if (probability === 0 || !random.chance(probability)) {
          if (!to.destroyed) to.write(bytes);
          return;
        }
        // What was sent before the cut still arrives: half a command, or an answer that nobody reads.
        cuts += 1;
        from.destroy();
        to.end(bytes.subarray(0, random.whole(0, bytes.length)));
      });
    };
    for (const socket of both) {
      socket.setNoDelay(true);
      socket.on('error', end);
      socket.on('close', () => {
        open.delete(socket);
        end();
      });
      open.add(socket);
    }
    pass(client, target);
    pass(target, client);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    setCutting(next) {
      probability = next;
    },
    get cuts() {
      return cuts;
    },
    close() {
      for (const socket of open) socket.destroy();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}
