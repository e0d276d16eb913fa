import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '..');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');
/** Every Lua text of the room, by the file that holds it. */
const scripts = [
  ...files.filter((name) => name.endsWith('.lua')).map((name) => [name, textOf(name)] as const),
  ...files
    .filter((name) => name.endsWith('.ts') && !/\.(test|integration)\.ts$/.test(name))
    .flatMap((name) =>
      [...textOf(name).matchAll(/`([^`]*\bredis\.call\b[^`]*)`/g)].map(
        ([, text]) => [name, text ?? ''] as const,
      ),
    ),
];

/** Its script runs in a transaction that begins on a replica, where Redis takes none that says that it may write. */
const onReplica = join('replication', 'change-role.ts');

describe('every script', () => {
  it('is found', () => {
    expect(scripts.length).toBeGreaterThan(10);
  });

  it.each(scripts.filter(([name]) => name !== onReplica))(
    'of %s says that it is Lua, so that Redis keeps it to one slot',
    (_, text) => {
      expect(text).toMatch(/^#!lua( flags=(no-writes|allow-oom))?\n/);
    },
  );

  it.each(scripts)('of %s gets every key passed, and spells none itself', (_, text) => {
    expect(text).not.toContain('{o}');
    const keys = [...text.matchAll(/\bp?call\('[A-Z]+', ?([^,)]+)/g)].map(([, key]) => key);
    for (const key of keys) expect(key).toMatch(/^(KEYS\[.+\]|key|checkpoints\[gen\])$/);
  });
});
