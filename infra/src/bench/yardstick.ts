import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The bare server that ours is compared with; it ends with the scope that has it. */
interface Yardstick extends Disposable {
  url: string;
  pid: number;
}

/** Starts bare Hono as a process of its own; `GET /bytes` answers `bytes`, `POST /orders` parses an order with zod. */
export async function startYardstick(bytes: string): Promise<Yardstick> {
  using undo = new DisposableStack();
  const folder = undo.use(mkdtempDisposableSync(join(tmpdir(), 'karigar-yardstick-')));
  const file = join(folder.path, 'bytes.json');
  writeFileSync(file, bytes);
  const child = fork(join(import.meta.dirname, 'yardstick-server.ts'), [file]);
  undo.defer(() => child.kill());
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The yardstick server ended with code ${code}`);
  });
  const [{ port }] = await Promise.race([once(child, 'message'), ended]);
  const opened = undo.move();
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    [Symbol.dispose]: () => opened.dispose(),
  };
}
