import { beforeEach, describe, expect, it } from 'vitest';
import { maxObjectBytes, type ObjectStore } from '../object-store.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Lists what a storage names, to the end. */
export async function namesIn(store: ObjectStore, prefix = ''): Promise<string[]> {
  const names: string[] = [];
  for await (const name of store.list(prefix)) names.push(name);
  return names;
}

/**
 * What every storage of objects must do. `open` opens the same, first empty storage each time that it is called with the same number, as another process
 * of the shop would.
 */
export function objectStoreContract(name: string, open: (store: number) => ObjectStore): void {
  describe(`the storage of objects: ${name}`, () => {
    let store = 0;
    let one: ObjectStore;
    let other: ObjectStore;
    beforeEach(() => {
      store += 1;
      [one, other] = [open(store), open(store)];
    });

    it('gives back what was put, to everybody', async () => {
      const everyByte = Uint8Array.from({ length: 256 }, (_, at) => at);
      expect(await one.putNew('images/a.webp', everyByte)).toBe(true);
      expect(await one.putNew('empty', new Uint8Array())).toBe(true);
      for (const each of [one, other]) {
        expect(await each.read('images/a.webp')).toEqual(everyByte);
        expect(await each.read('empty')).toEqual(new Uint8Array());
      }
    });

    it('holds an object of the largest size', async () => {
      const bytes = new Uint8Array(maxObjectBytes).fill(7);
      expect(await one.putNew('large', bytes)).toBe(true);
      expect(Buffer.compare((await other.read('large')) ?? bytesOf(''), bytes)).toBe(0);
    });

    it('gives a name once, and keeps what the first has put', async () => {
      expect(await one.putNew('log/1', bytesOf('first'))).toBe(true);
      expect(await one.putNew('log/1', bytesOf('second'))).toBe(false);
      expect(await other.putNew('log/1', bytesOf('first'))).toBe(false);
      expect(await other.read('log/1')).toEqual(bytesOf('first'));
    });

    it('gives a name once when many ask for it at the same moment', async () => {
      const asked = Array.from({ length: 20 }, (_, turn) => `from ${turn}`);
      const kept = await Promise.all(
        asked.map((text, turn) => (turn % 2 === 0 ? one : other).putNew('a/b/c', bytesOf(text))),
      );
      expect(kept.filter(Boolean)).toHaveLength(1);
      expect(await one.read('a/b/c')).toEqual(bytesOf(asked[kept.indexOf(true)] ?? ''));
    });

    it('has nothing under a name that was never given, nor under the folder of one that was', async () => {
      await one.putNew('images/a.webp', bytesOf('a'));
      for (const unknown of ['images', 'images/b.webp', 'images/a.webp/c', 'b/c/d'])
        expect([unknown, await one.read(unknown)]).toEqual([unknown, null]);
    });

    it('lists names in the order of their bytes, by any beginning', async () => {
      const names = ['A', '_', 'a-b', 'a.b', 'a/1', 'a/10', 'a/2/x', 'a/2-', 'a0', 'b/c/d', 'b/c/e'];
      for (const each of names.toReversed()) await one.putNew(each, bytesOf(each));
      expect(await namesIn(other, '')).toEqual([
        'A',
        '_',
        'a-b',
        'a.b',
        'a/1',
        'a/10',
        'a/2-',
        'a/2/x',
        'a0',
        'b/c/d',
        'b/c/e',
      ]);
      expect(await namesIn(one, 'a/')).toEqual(['a/1', 'a/10', 'a/2-', 'a/2/x']);
      expect(await namesIn(one, 'a/1')).toEqual(['a/1', 'a/10']);
      expect(await namesIn(one, 'b/c/d')).toEqual(['b/c/d']);
      expect(await namesIn(one, 'b/d')).toEqual([]);
      expect(await namesIn(one, 'nothing/at/all')).toEqual([]);
    });

    it('lists more names than go on one page', async () => {
      const names = Array.from({ length: 25 }, (_, at) => `page/${String(at).padStart(2, '0')}`);
      await Promise.all(names.map((each) => one.putNew(each, bytesOf(each))));
      expect(await namesIn(other, 'page/')).toEqual(names);
    });

    it('removes an object, whose name is free again, and nothing where there is none', async () => {
      await one.putNew('log/1', bytesOf('first'));
      await one.putNew('log/2', bytesOf('second'));
      await other.remove('log/1');
      await other.remove('log/1');
      await other.remove('none/at/all');
      expect(await one.read('log/1')).toBeNull();
      expect(await namesIn(one, '')).toEqual(['log/2']);
      expect(await one.putNew('log/1', bytesOf('third'))).toBe(true);
      expect(await other.read('log/1')).toEqual(bytesOf('third'));
    });

    it('replaces an object, and stores one where there is none', async () => {
      await one.putNew('keys/1', bytesOf('first'));
      await other.replace('keys/1', bytesOf('second'));
      await other.replace('keys/2', bytesOf('third'));
      expect(await one.read('keys/1')).toEqual(bytesOf('second'));
      expect(await one.putNew('keys/2', bytesOf('fourth'))).toBe(false);
      expect(await namesIn(one)).toEqual(['keys/1', 'keys/2']);
    });

    it('gives back one whole object of many that replace each other', async () => {
      const texts = Array.from({ length: 20 }, (_, turn) => `${turn}`.repeat(10_000));
      await Promise.all(
        texts.map((text, turn) => (turn % 2 === 0 ? one : other).replace('a/b/c', bytesOf(text))),
      );
      expect(texts).toContain(Buffer.from((await one.read('a/b/c')) ?? []).toString());
      expect(await namesIn(other)).toEqual(['a/b/c']);
    });

    it('refuses what cannot be a name, and what is too large', async () => {
      const wrong = [
        '',
        '/a',
        'a/',
        'a//b',
        '../a',
        'a/../b',
        '.a',
        'a/.b',
        'a b',
        'ü',
        'a\0',
        'a?b',
        'a%2fb',
      ];
      for (const each of [...wrong, 'x'.repeat(201), `${'x/'.repeat(250)}x`]) {
        await expect(one.putNew(each, bytesOf('x'))).rejects.toThrow(TypeError);
        await expect(one.replace(each, bytesOf('x'))).rejects.toThrow(TypeError);
        await expect(one.read(each)).rejects.toThrow(TypeError);
        await expect(one.remove(each)).rejects.toThrow(TypeError);
      }
      const tooLarge = new Uint8Array(maxObjectBytes + 1);
      await expect(one.putNew('large', tooLarge)).rejects.toThrow(TypeError);
      expect(await namesIn(one, '')).toEqual([]);
    });
  });
}
