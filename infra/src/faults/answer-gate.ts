import { startTcpProxy, type TcpProxy } from '../cluster/tcp-proxy.ts';

/** A TCP proxy in front of a Redis that can withhold the answers to one kind of write. */
export interface AnswerGate extends TcpProxy {
  /**
   * From the first command on that contains these words, no answer passes any more: Redis has executed the command,
   * but the client never learns of it.
   */
  holdAnswersFrom(words: string): void;
  /** True once such a command has been passed on. */
  holding: boolean;
  /** Answers pass again; those that were held back never arrive, so their connections are of no more use. */
  letAnswersPass(): void;
}

/** Starts the gate on a free port of 127.0.0.1 in front of `targetPort`. */
export async function startAnswerGate(targetPort: number): Promise<AnswerGate> {
  let words: string | null = null;
  let holding = false;
  const proxy = await startTcpProxy(targetPort, (client, target) => {
    client.on('data', (bytes: Buffer) => {
      if (words !== null && bytes.includes(words)) holding = true;
      target.write(bytes);
    });
    target.on('data', (bytes: Buffer) => {
      if (!holding) client.write(bytes);
    });
  });
  return {
    ...proxy,
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
  };
}
