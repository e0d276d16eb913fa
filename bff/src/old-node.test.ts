import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('on a Node that is too old the server says which one it needs, and no stack', async () => {
  const old = `data:text/javascript,Object.defineProperties(process, {
    version: { value: 'v20.20.2' }, versions: { value: { node: '20.20.2' } },
  })`;
  const entry = join(import.meta.dirname, 'main.mjs');
  const started = promisify(execFile)(process.execPath, ['--import', old, entry]);
  await expect(started).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^Karigar's server needs Node 24 or newer, and this is v20\.20\.2: run .+\n$/,
    ),
  });
});
