import { describe, expect, it } from 'vitest';
import { cachedObjects } from './picture-store.ts';

/** A storage in which each name is an object of ten bytes, but `none`; what it was asked, and whether it fails. */
function storage() {
  const asked: string[] = [];
  const state = { away: false };
  const read = async (name: string) => {
    asked.push(name);
    await Promise.resolve();
    if (state.away) throw new Error('away');
    return name === 'none' ? null : new Uint8Array(10).fill(name.length);
  };
  return { asked, state, read };
}

describe('objects that were read last', () => {
  it('are read once, also when many ask at the same moment', async () => {
    const { asked, read } = storage();
    const cached = cachedObjects(read);
    const answers = await Promise.all([cached('a'), cached('a'), cached('a')]);
    expect([...answers, await cached('a')]).toEqual(Array(4).fill(new Uint8Array(10).fill(1)));
    expect(asked).toEqual(['a']);
  });

  it('take a bounded number of bytes; the one that was asked for longest ago goes', async () => {
    const { asked, read } = storage();
    const cached = cachedObjects(read, 25);
    for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await cached(name);
    expect(asked).toEqual(['a', 'b', 'c', 'b']);
  });

  it('are none that are missing, failed, or too large for all of it', async () => {
    const { asked, state, read } = storage();
    const cached = cachedObjects(read, 5);
    expect([await cached('none'), await cached('none')]).toEqual([null, null]);
    state.away = true;
    await expect(cached('b')).rejects.toThrow('away');
    state.away = false;
    await cached('b');
    await cached('b');
    expect(asked).toEqual(['none', 'none', 'b', 'b', 'b']);
  });
});
