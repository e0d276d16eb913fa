import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { noteRunningShop, prepareDataDir, refuseSecondShop } from './data-dir.ts';
import { freePort } from './free-port.ts';

/** A folder with the note of a shop on this port, whose process number is that of a living program. */
function folderOf(port: number): string {
  const dir = mkdtempSync(join(tmpdir(), 'karigar-data-dir-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  prepareDataDir(dir);
  const note = { redisUrl: 'redis://127.0.0.1:1', simulatorUrl: null, emulatorHost: null, adminEmails: null };
  noteRunningShop(dir, { ...note, url: `http://127.0.0.1:${port}`, pid: process.ppid });
  return dir;
}

test('a second shop on the same data is refused, and told which one runs', async () => {
  const server = createServer();
  const port = await new Promise<number>((settle) =>
    server.listen(0, '127.0.0.1', () => settle((server.address() as { port: number }).port)),
  );
  onTestFinished(() => void server.close());
  await expect(refuseSecondShop(folderOf(port))).rejects.toThrow(
    `process ${process.ppid} at http://127.0.0.1:${port}: stop it first`,
  );
});

test('the note of a killed shop refuses nobody, though another program has its process number now', async () => {
  await expect(refuseSecondShop(folderOf(await freePort()))).resolves.toBeUndefined();
});
