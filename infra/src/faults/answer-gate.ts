import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy in front of a Redis that can withhold the answers to one kind of write. */
export interface AnswerGate {
  port: number;
  /**
   * From the first command on that contains these words, no answer passes any more: Redis has executed the command,
   * but the client never learns of it.
   */
  holdAnswersFrom(words: string): void;
  /** True once such a command has been passed on. */
  readonly holding: boolean;
  /** Answers pass again; those that were held back never arrive, so their connections are of no more use. */
  letAnswersPass(): void;
  close(): Promise<void>;
}

/** Starts the gate on a free port of 127.0.0.1 in front of `targetPort`. */
export async function startAnswerGate(targetPort: number): Promise<AnswerGate> {
  const open = new Set<Socket>();
  let words: string | null = null;
  let holding = false;
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
    client.on('data', (bytes: Buffer) => {
      if (words !== null && bytes.includes(words)) holding = true;
      target.write(bytes);
    });
    target.on('data', (bytes: Buffer) => {
      if (!holding) client.write(bytes);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    holdAnswersFrom(next) {
      words = next;
    },
    get holding() {
      return holding;
    },
    letAnswersPass() {
      words = null;
      holding = false;
    },
    close() {
      for (const socket of open) socket.destroy();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}
