import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A push that has come to the service. */
interface TakenPush {
  /** The path of the subscription. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A push service on this machine (RFC 8030), at a free port or the given one: keeps what comes, and answers as it is told. */
export async function startPushService(at = 0) {
  const taken: TakenPush[] = [];
  /** Status and headers of the next answers; then 201. */
  const answers: { status: number; headers?: Record<string, string> }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      taken.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
      const { status, headers } = answers.shift() ?? { status: 201 };
      response.writeHead(status, headers).end();
    });
  });
  await new Promise<void>((listening) => server.listen(at, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}`,
    taken,
    answers,
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
