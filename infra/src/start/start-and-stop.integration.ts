import { type ChildProcess, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../stack/free-port.ts';
import { projectRoot } from '../stack/places.ts';

/** `npm start` as a person runs it, with a folder and a port of its own. */
async function npmStart(env: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'karigar-start-'));
  // A shop that was seeded before: these tests are about starting and stopping.
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, 'seeded.txt'), 'by a test\n');
  const port = await freePort();
  const process_ = spawn('npm', ['start'], {
    cwd: projectRoot,
    env: { ...process.env, CI: 'true', PORT: String(port), DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const said = follow(process_);
  const ended = new Promise<number | null>((settle) => process_.once('exit', settle));
  onTestFinished(async () => {
    if (process_.exitCode === null && process_.signalCode === null) process_.kill('SIGTERM');
    await ended;
    await expect.poll(() => processesOf(dataDir)).toEqual([]);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });
  return { process_, said, ended, dataDir, port };
}

function follow(process_: ChildProcess): () => string {
  let text = '';
  const take = (chunk: Buffer) => {
    text += chunk.toString('utf8');
  };
  process_.stdout?.on('data', take);
  process_.stderr?.on('data', take);
  return () => text;
}

/** Ids of the processes that were started for this folder: by their command line, their environment or where they stand. */
function processesOf(dataDir: string): string[] {
  const tells = (read: () => string) => {
    try {
      return read().includes(dataDir);
    } catch {
      return false; // It has just ended.
    }
  };
  return readdirSync('/proc').filter(
    (pid) =>
      /^\d+$/.test(pid) &&
      Number(pid) !== process.pid &&
      (tells(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ||
        tells(() => readFileSync(`/proc/${pid}/environ`, 'utf8')) ||
        // Redis writes its title over both.
        tells(() => readlinkSync(`/proc/${pid}/cwd`))),
  );
}

/** The process that started all parts. */
function starterOf(dataDir: string): number {
  const note = JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8')) as { STARTED_BY: string };
  return Number(note.STARTED_BY);
}

/** A Firebase project of its own, which no test asks anything: the emulator, which takes the longest to start, is not started then. */
const withoutEmulator = {
  FIREBASE_PROJECT_ID: 'of-a-test',
  FIREBASE_API_KEY: 'of-a-test',
  FIREBASE_AUTH_DOMAIN: 'of-a-test.example',
};

const ready = { timeout: 240_000, interval: 200 };

test('Ctrl-C stops every part soon and leaves no note', { timeout: 400_000 }, async () => {
  const shop = await npmStart();
  await expect.poll(shop.said, ready).toContain(`Karigar is ready at http://127.0.0.1:${shop.port}`);
  expect(existsSync(join(shop.dataDir, 'running.json'))).toBe(true);
  const since = Date.now();
  process.kill(-(shop.process_.pid as number), 'SIGINT');
  await shop.ended;
  expect(Date.now() - since, shop.said()).toBeLessThan(15_000);
  await expect.poll(() => processesOf(shop.dataDir)).toEqual([]);
  expect(existsSync(join(shop.dataDir, 'running.json'))).toBe(false);
  expect(shop.said().match(/Stopping …/g)).toHaveLength(1);
});

test.for(['SIGTERM', 'SIGKILL'] as const)(
  '%s to npm, and to npm alone, ends every process of the shop within 5 s',
  { timeout: 400_000 },
  async (signal) => {
    const shop = await npmStart();
    await expect.poll(shop.said, ready).toContain('Karigar is ready');
    expect(processesOf(shop.dataDir).length).toBeGreaterThan(5);
    shop.process_.kill(signal);
    await expect.poll(() => processesOf(shop.dataDir), { timeout: 5000 }).toEqual([]);
    expect(shop.said()).toContain('Stopped in');
  },
);

test('a part that dies is named, ends the whole, and the code says so', { timeout: 400_000 }, async () => {
  const shop = await npmStart(withoutEmulator);
  await expect.poll(shop.said, ready).toContain('Karigar is ready');
  const redis = processesOf(join(shop.dataDir, 'redis'))[0];
  process.kill(Number(redis), 'SIGKILL');
  expect(await shop.ended).not.toBe(0);
  expect(shop.said()).toContain('The Redis ended by itself (SIGKILL)');
  await expect.poll(() => processesOf(shop.dataDir)).toEqual([]);
});

test('when the starter itself is killed, no part lives on', { timeout: 400_000 }, async () => {
  const shop = await npmStart(withoutEmulator);
  await expect.poll(shop.said, ready).toContain('Karigar is ready');
  process.kill(starterOf(shop.dataDir), 'SIGKILL');
  await expect.poll(() => processesOf(shop.dataDir)).toEqual([]);
});

test('of ten starts at the same moment one wins, and the others name it', { timeout: 400_000 }, async () => {
  const first = await npmStart(withoutEmulator);
  const starts = [first];
  while (starts.length < 10) starts.push(await npmStart({ ...withoutEmulator, DATA_DIR: first.dataDir }));
  await expect.poll(() => starts.filter(({ process_ }) => process_.exitCode === 1).length, ready).toBe(9);
  const [winner] = starts.filter(({ process_ }) => process_.exitCode === null);
  await expect.poll(() => winner?.said(), ready).toContain('Redis answers');
  const heard = starts.map(({ said }) => said()).join('\n');
  const named = [
    ...heard.matchAll(/^DATA_DIR \((.+)\) is in use by process (\d+) \(node.*\), which runs since /gm),
  ];
  expect(named.map(([, dir]) => dir)).toEqual(Array(9).fill(first.dataDir));
  expect(new Set(named.map(([, , pid]) => pid)).size).toBe(1);
  expect(readFileSync(`/proc/${named[0]?.[2]}/environ`, 'utf8')).toContain(`DATA_DIR=${first.dataDir}`);
});

test('an orphaned Redis keeps the folder until it has ended', { timeout: 400_000 }, async () => {
  const killed = await npmStart(withoutEmulator);
  await expect.poll(() => existsSync(join(killed.dataDir, 'running.json')), ready).toBe(true);
  const [redis] = processesOf(join(killed.dataDir, 'redis'));
  // As one that hangs in a flush, it does not hear that its parent is gone.
  process.kill(Number(redis), 'SIGSTOP');
  process.kill(starterOf(killed.dataDir), 'SIGKILL');
  await killed.ended;
  const refused = await npmStart({ ...withoutEmulator, DATA_DIR: killed.dataDir });
  expect(await refused.ended).toBe(1);
  expect(refused.said()).toContain(`is in use by process ${redis} (redis-server`);
  process.kill(Number(redis), 'SIGCONT');
  const next = await npmStart({ ...withoutEmulator, DATA_DIR: killed.dataDir });
  await expect.poll(next.said, ready).toContain('Redis answers');
});

test('a busy port is refused in one sentence that says what to do', { timeout: 60_000 }, async () => {
  const server = createServer();
  const port = await new Promise<number>((settle) =>
    server.listen(0, '127.0.0.1', () => settle((server.address() as { port: number }).port)),
  );
  onTestFinished(() => {
    server.close();
  });
  const shop = await npmStart({ PORT: String(port) });
  expect(await shop.ended).not.toBe(0);
  expect(shop.said()).toContain(`Port ${port} is busy: stop what listens there, or choose another`);
});
