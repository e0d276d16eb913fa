import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The bare server that ours is compared with. */
export interface Yardstick {
  url: string;
  pid: number;
  stop(): void;
}

/** Starts bare Hono as a process of its own; `GET /bytes` answers `bytes`, `POST /orders` parses an order with zod. */
export async function startYardstick(bytes: string): Promise<Yardstick> {
  const folder = mkdtempSync(join(tmpdir(), 'karigar-yardstick-'));
  const file = join(folder, 'bytes.json');
  writeFileSync(file, bytes);
  const child = fork(join(import.meta.dirname, 'yardstick-server.ts'), [file]);
  const port = await listening(child);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop() {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function listening(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port));
    child.once('exit', (code) => reject(new Error(`The yardstick server ended with code ${code}`)));
  });
}
