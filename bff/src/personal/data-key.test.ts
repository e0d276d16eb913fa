import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type DataKey, dataKeyFrom, secretFromFile, unwrap, wrap } from './data-key.ts';

const bytes = Buffer.alloc(32, 7);
const current = dataKeyFrom(bytes.toString('base64')) as DataKey;
const other = dataKeyFrom(randomBytes(32).toString('base64')) as DataKey;
const owner = { kind: 'person', id: 'rina' } as const;

it('is 32 bytes in base64, and nothing that only looks like it', () => {
  const text = bytes.toString('base64');
  expect(current).toEqual({ bytes, mark: expect.stringMatching(/^[0-9a-f]{8}$/) });
  for (const none of ['', 'x'.repeat(44), text.slice(4), `${text}AAAA`, 'ab'.repeat(32), `${text}\n`])
    expect(dataKeyFrom(none)).toBeNull();
});

it('unwraps what it wrapped, while it is the current or the former, for its owner', () => {
  const key = randomBytes(32);
  const wrapped = wrap(current, owner, key);
  expect(wrapped).toMatchObject({ ...owner, by: current.mark });
  expect(unwrap({ current, former: null }, wrapped)).toEqual(key);
  expect(unwrap({ current: other, former: current }, wrapped)).toEqual(key);
  for (const change of [{ id: 'karim' }, { kind: 'secret' as const }, { wrapped: `A${wrapped.wrapped}` }])
    expect(() => unwrap({ current, former: null }, { ...wrapped, ...change })).toThrow(/was changed/);
});

it('says which DATA_KEY is needed when it is another, and tells neither', () => {
  const wrapped = wrap(current, owner, randomBytes(32));
  const attempt = () => unwrap({ current: other, former: null }, wrapped);
  expect(attempt).toThrow(new RegExp(`DATA_KEY ${current.mark} .*DATA_KEY is ${other.mark}`));
  expect(attempt).not.toThrow(other.bytes.toString('base64'));
});

it('a secret in a file is made once, for the owner only, and is the same for all who start at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'karigar-secret-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const data = join(folder, 'data');
  const secrets = await Promise.all(Array.from({ length: 8 }, () => secretFromFile(data, 'secret')));
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]).toMatch(/^[\w+/]{43}=$/);
  expect(await secretFromFile(data, 'secret')).toBe(secrets[0]);
  expect((await stat(join(data, 'secret'))).mode & 0o077).toBe(0);
  expect(await readdir(data)).toEqual(['secret']);
});
