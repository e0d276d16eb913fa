import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The network to one process: a TCP proxy on a port of its own, which can be harmed in three ways. */
export interface Link {
  port: number;
  /** `host:port`, as others are told it. */
  address: string;
  /**
   * From now on nothing passes: open connections stay open and silent, new ones are taken and never answered, and neither side learns
   * that the other has ended. So does a network that drops packets.
   */
  cut(): void;
  /** From now on each piece of data for which `at` gives a number is the last of its connection: only so many bytes of it arrive. */
  tear(at: (bytes: number) => number | null): void;
  /**
   * From the first command on that contains these words, no answer passes any more: the process has executed the command, but the client
   * never learns of it.
   */
  holdAnswersFrom(words: string): void;
  /** True once such a command has been passed on. */
  readonly isHolding: boolean;
  /**
   * Ends all harm. What was sent while it was cut arrives late, and clients that came meanwhile are closed; answers that were held back
   * never arrive.
   */
  heal(): void;
  close(): Promise<void>;
}

/** Opens a link on a free port of 127.0.0.1 to `targetPort`. Where one side of a connection ends, the other is destroyed. */
export async function openLink(targetPort: number): Promise<Link> {
  let isCut = false;
  let tearAt: (bytes: number) => number | null = () => null;
  let heldWords: string | null = null;
  let isHolding = false;
  const open = new Set<Socket>();
  /** Clients that came while it was cut. */
  const waiting = new Set<Socket>();
  /** Ends of connections, held back while the link is cut. */
  const ends: (() => void)[] = [];

  const endTogether = (...sockets: readonly Socket[]) => {
    const destroy = () => {
      for (const socket of sockets) socket.destroy();
    };
    const end = () => {
      if (isCut) ends.push(destroy);
      else destroy();
    };
    for (const socket of sockets) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', end);
      socket.on('close', () => {
        open.delete(socket);
        end();
      });
    }
  };
  const pass = (from: Socket, to: Socket, bytes: Buffer) => {
    const at = tearAt(bytes.length);
    if (at === null) {
      if (!to.destroyed) to.write(bytes);
      return;
    }
    // What was sent before still arrives: half a command, or an unread answer.
    from.destroy();
    to.end(bytes.subarray(0, at));
  };
  const server = createServer((client) => {
    if (isCut) {
      endTogether(client);
      waiting.add(client);
      return;
    }
    const target = connect(targetPort, '127.0.0.1');
    endTogether(client, target);
    client.on('data', (bytes: Buffer) => {
      if (heldWords !== null && bytes.includes(heldWords)) isHolding = true;
      pass(client, target, bytes);
    });
    target.on('data', (bytes: Buffer) => {
      if (!isHolding) pass(target, client, bytes);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const heal = () => {
    isCut = false;
    tearAt = () => null;
    heldWords = null;
    isHolding = false;
    for (const destroy of ends.splice(0)) destroy();
    for (const socket of waiting) socket.destroy();
    waiting.clear();
    for (const socket of open) socket.resume();
  };
  return {
    port,
    address: `127.0.0.1:${port}`,
    cut() {
      isCut = true;
      for (const socket of open) socket.pause();
    },
    tear(at) {
      tearAt = at;
    },
    holdAnswersFrom(words) {
      heldWords = words;
    },
    get isHolding() {
      return isHolding;
    },
    heal,
    close() {
      heal();
      for (const socket of open) socket.destroy();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}
