import { createServer } from 'node:net';

/**
 * Finds `count` different TCP ports of 127.0.0.1 that nobody listens on. They are all held open until the last is
 * found, so that one call never gives a port twice.
 */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => listen(0, '127.0.0.1')));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

/** One free port; see freePorts. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  return port as number;
}

/** True if nobody listens on `host:port`; throws other faults of the address, such as EACCES and EADDRNOTAVAIL. */
export async function portIsFree(port: number, host: string): Promise<boolean> {
  try {
    const server = await listen(port, host);
    await new Promise((done) => server.close(done));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
}

function listen(port: number, host: string): Promise<ReturnType<typeof createServer>> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}
