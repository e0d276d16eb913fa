import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { PersonErasedError } from '../key-errors.ts';
import type { KeyStore } from '../key-store.ts';

/**
 * What every adapter of the key store must do. `open` opens the same, first empty store each time that it is called with the same number; an
 * adapter that several processes share gives a new instance of it.
 */
export function keyStoreContract(name: string, open: (store: number) => Promise<KeyStore>): void {
  describe(`the key store: ${name}`, () => {
    let store = 0;
    let one: KeyStore;
    let other: KeyStore;
    beforeEach(async () => {
      store += 1;
      [one, other] = await Promise.all([open(store), open(store)]);
    });

    it('makes a key of 32 bytes once, also for many who ask at once through two instances', async () => {
      const uid = randomUUID();
      const keys = await Promise.all(
        Array.from({ length: 20 }, (_, turn) => (turn % 2 ? one : other).keyFor(uid)),
      );
      expect(keys[0]).toHaveLength(32);
      expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
      expect(await other.find(uid)).toEqual(keys[0]);
      expect(await (await open(store)).keyFor(uid)).toEqual(keys[0]);
    });

    it('gives each person a key of their own, whatever the uid is', async () => {
      const uids = ['a', 'A', 'a/../b', '..', '', 'ü\u0000', 'x'.repeat(5_000)];
      const keys = await Promise.all(uids.map((uid) => one.keyFor(uid)));
      expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(uids.length);
      for (const [turn, uid] of uids.entries()) expect(await other.find(uid)).toEqual(keys[turn]);
    });

    it('tells a missing key from an erased one, and makes neither', async () => {
      expect(await one.find('rina')).toBe('missing');
      await one.keyFor('rina');
      await one.erase('rina');
      expect(await one.find('rina')).toBe('erased');
      expect(await other.find('rina')).toBe('erased');
      expect(await one.find('karim')).toBe('missing');
      await expect(other.keyFor('rina')).rejects.toThrow(PersonErasedError);
    });

    it('erases again, and those who never had a key, and remembers all of them', async () => {
      await one.keyFor('rina');
      await Promise.all([one.erase('rina'), other.erase('rina'), one.erase('karim')]);
      await one.erase('rina');
      expect([...(await other.erased())].sort()).toEqual(['karim', 'rina']);
      await expect(one.keyFor('karim')).rejects.toThrow(PersonErasedError);
      expect(await (await open(store)).erased()).toHaveLength(2);
    });

    it('leaves nobody with a key who is erased in the moment of its making', async () => {
      for (let turn = 0; turn < 20; turn += 1) {
        const uid = randomUUID();
        await Promise.allSettled([one.keyFor(uid), other.erase(uid), one.keyFor(uid), other.keyFor(uid)]);
        expect(await one.find(uid)).toBe('erased');
        expect(await other.find(uid)).toBe('erased');
      }
    });

    it('has one secret of 32 bytes for the shop', async () => {
      expect(one.index).toHaveLength(32);
      expect(other.index).toEqual(one.index);
    });

    it('says that its keys can be read', async () => {
      await one.keyFor('rina');
      await expect(one.check()).resolves.toBeUndefined();
    });
  });
}
