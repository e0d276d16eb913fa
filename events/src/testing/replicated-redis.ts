import { createServer, type Socket } from 'node:net';
import { rawRedis } from './raw-redis.ts';
import { freePort, startRedis, startReplica, type TestRedis } from './start-redis.ts';

/** A primary, its replica and a Sentinel that names the primary, for tests in which the primary is lost. */
export interface ReplicatedRedis {
  primary: TestRedis;
  replica: TestRedis;
  /** Names the Sentinel. */
  url: string;
  /** Resolves when the replica has everything until now. */
  everythingArrives(): Promise<void>;
  /** Cuts the replica off from its primary; it stays a replica. Resolves when it has everything until now. */
  part(): Promise<void>;
  /** Makes the replica the primary, once it has everything until now; the old one, cut off from it, answers on. */
  promote(): Promise<void>;
  /** Kills the primary, and promotes the replica with what it holds. */
  failOver(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts such a pair. */
export async function startReplicatedRedis(): Promise<ReplicatedRedis> {
  const primary = await startRedis();
  const replica = await startReplica(primary);
  const sentinel = await startSentinel(primary.port);
  const onReplica = async (...words: [string, ...string[]]) => {
    const connection = await rawRedis(replica.url);
    await connection.call(...words);
    connection.disconnect();
  };
  const everythingArrives = async () => {
    const connection = await rawRedis(primary.url);
    await connection.wait(1, 30_000);
    connection.disconnect();
  };
  const promoteAsItIs = async () => {
    await onReplica('REPLICAOF', 'NO', 'ONE');
    sentinel.failOverTo(replica.port);
  };
  return {
    primary,
    replica,
    url: sentinel.url,
    everythingArrives,
    async part() {
      await everythingArrives();
      // Nothing listens there.
      await onReplica('REPLICAOF', '127.0.0.1', '1');
    },
    async promote() {
      await everythingArrives();
      await promoteAsItIs();
    },
    async failOver() {
      await primary.kill();
      await promoteAsItIs();
    },
    async stop() {
      sentinel.stop();
      await Promise.all([primary.stop(), replica.stop()]);
    },
  };
}

/** Answers SENTINEL MASTER with the primary that it was told last, and every other command with OK. */
async function startSentinel(primaryPort: number) {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let [primary, failovers] = [primaryPort, 0];
  const state = () => ['ip', '127.0.0.1', 'port', primary, 'config-epoch', failovers, 'num-slaves', 1];
  const bulk = (word: string | number) => `$${String(word).length}\r\n${word}\r\n`;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    let heard = '';
    socket.on('data', (bytes) => {
      heard += bytes.toString();
      for (let end = commandEnd(heard); end > 0; end = commandEnd(heard)) {
        const isAsked = /\r\nSENTINEL\r\n/.test(heard.slice(0, end));
        heard = heard.slice(end);
        socket.write(isAsked ? `%4\r\n${state().map(bulk).join('')}` : '+OK\r\n');
      }
    });
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    url: `redis+sentinel://127.0.0.1:${port}/karigar`,
    failOverTo(to: number) {
      primary = to;
      failovers += 1;
    },
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Where the first command of a client ends; 0 while it is not complete. A command of N words has N lengths and N words, a line each. */
function commandEnd(heard: string): number {
  const words = Number(/^\*(\d+)\r\n/.exec(heard)?.[1] ?? Number.NaN);
  let end = 0;
  for (let line = 0; line <= 2 * words; line += 1) {
    end = heard.indexOf('\r\n', end) + 2;
    if (end === 1) return 0;
  }
  return end;
}
