import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { Manifest, readChecked, writeChecked } from './checked-file.ts';

const format = {
  what: 'list',
  line: z.strictObject({ t: z.literal('word'), word: z.string() }),
  manifest: Manifest,
};

async function aFile(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'karigar-checked-file-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  return join(dir, 'list.ndjson.gz');
}

it('a file is read as it was written, whatever its lines hold and wherever its pieces are cut', async () => {
  const file = await aFile();
  const words = ['\r', '\u2028', 'হাতুড়ি'.repeat(100_000), ''];
  async function* lines() {
    for (const word of words) yield { t: 'word' as const, word };
  }
  await writeChecked(file, lines(), {});
  const read: string[] = [];
  await readChecked(file, format, ({ word }) => void read.push(word));
  expect(read).toEqual(words);
});

it('a line that is longer than memory holds is refused in a sentence', async () => {
  const file = await aFile();
  const megabyte = Buffer.alloc(1024 * 1024, 'x');
  await pipeline(
    function* () {
      for (let at = 0; at < 960; at += 1) yield megabyte;
    },
    createGzip({ level: 1 }),
    createWriteStream(file),
  );
  await expect(readChecked(file, format, () => undefined)).rejects.toThrow(
    `${file} is no whole list (line 0): the next line is longer than any that the shop writes`,
  );
});
