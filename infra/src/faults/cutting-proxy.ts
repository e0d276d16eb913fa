import type { Socket } from 'node:net';
import { startTcpProxy, type TcpProxy } from '../cluster/tcp-proxy.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A TCP proxy that can cut its connections in the middle of a request or of an answer. */
export interface CuttingProxy extends TcpProxy {
  /** From now on each piece of data is, with this probability (0 to 1), the last of its connection, cut at a random byte. */
  setCutting(probability: number): void;
  /** How many connections were cut so far. */
  cuts: number;
}

/** Starts the proxy on a free port of 127.0.0.1 in front of `targetPort`. */
export async function startCuttingProxy(targetPort: number, random: SeededRandom): Promise<CuttingProxy> {
  let probability = 0;
  let cuts = 0;
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
  const proxy = await startTcpProxy(targetPort, (client, target) => {
    pass(client, target);
    pass(target, client);
  });
  return {
    ...proxy,
    setCutting(next) {
      probability = next;
    },
    get cuts() {
      return cuts;
    },
  };
}
