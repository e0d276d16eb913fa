import { createServer } from 'node:net';

/** Below the range from which the system takes the ports of outgoing connections: ours are never taken by accident. */
const lowest = 12_000;
const highest = 31_999;

/**
 * Finds `count` different TCP ports of 127.0.0.1 that are free, chosen at random, so that shops which start at the
 * same time rarely choose the same.
 */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < count) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest + 1));
    if (!found.has(port) && (await portIsFree(port, '127.0.0.1'))) found.add(port);
  }
  return [...found];
}

/** Finds one free port; see freePorts. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  return port as number;
}

/** Tells whether `host:port` is free; throws other faults of the address, such as EACCES and EADDRNOTAVAIL. */
export function portIsFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
