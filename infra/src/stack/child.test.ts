import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startChild } from './child.ts';

test('a full log file is kept as the former one and begun anew, over several starts too', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'karigar-child-'));
  const run = async (lines: number) => {
    const child = startChild({
      name: 'talker',
      command: process.execPath,
      args: ['-e', `for (let n = 0; n < ${lines}; n++) console.log("x".repeat(99))`],
      cwd: dir,
      env: process.env,
      logFile: join(dir, 'talker.log'),
      maxLogBytes: 200_000,
    });
    await child.ended;
  };
  const sizes = () => readdirSync(dir).map((name) => statSync(join(dir, name)).size);
  await run(1_000);
  await expect.poll(sizes).toEqual([100_000]);
  await run(20_000);
  expect(readdirSync(dir).toSorted()).toEqual(['talker.log', 'talker.log.1']);
  await run(20_000);
  expect(readdirSync(dir)).toHaveLength(2);
  expect(Math.max(...sizes())).toBeLessThanOrEqual(200_000);
  rmSync(dir, { recursive: true });
});
