import Dexie from 'dexie';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { DeviceTables } from './device-tables.ts';
import { MemoryTables } from './memory-tables.ts';
import type { Backend, Keys } from './tables.ts';

interface Rows {
  tools: { id: string; stock: number };
  facts: { key: string; value: string };
}
const keys: Keys<Rows> = { tools: 'id', facts: 'key' };
let backend: Backend<Rows>;

afterEach(async () => {
  backend.close();
  await Dexie.delete('contract');
});

describe.each([
  ['on the device', () => new DeviceTables<Rows>('contract', keys)],
  ['in memory', () => new MemoryTables<Rows>(keys)],
])('tables %s', (_where, make) => {
  const stock = () =>
    backend.read(async ({ tools }) =>
      (await tools.all()).map((tool) => `${tool.id} ${tool.stock}`).sort((a, b) => a.localeCompare(b)),
    );

  test('hold rows by their key', async () => {
    backend = make();
    await backend.write(({ tools }) => tools.put({ id: 'saw', stock: 1 }, { id: 'drill', stock: 2 }));
    await backend.write(({ tools }) => tools.put({ id: 'saw', stock: 3 }));
    expect(await stock()).toEqual(['drill 2', 'saw 3']);
    expect(await backend.read(({ tools }) => tools.get('saw'))).toEqual({ id: 'saw', stock: 3 });
    expect(await backend.read(({ facts }) => facts.get('saw'))).toBeUndefined();
    await backend.write(({ tools }) => tools.delete('saw', 'unknown'));
    expect(await stock()).toEqual(['drill 2']);
  });

  test('change all together, or nothing', async () => {
    backend = make();
    await backend.write(({ tools }) => tools.put({ id: 'saw', stock: 1 }));
    const failing = backend.write(async ({ tools, facts }) => {
      await tools.put({ id: 'saw', stock: 0 });
      await facts.put({ key: 'sold', value: 'saw' });
      throw new RangeError('too late');
    });
    await expect(failing).rejects.toThrow(RangeError);
    expect(await stock()).toEqual(['saw 1']);
    expect(await backend.read(({ facts }) => facts.all())).toEqual([]);
  });

  test('run one writing transaction after the other', async () => {
    backend = make();
    await backend.write(({ tools }) => tools.put({ id: 'saw', stock: 3 }));
    const sell = () =>
      backend.write(async ({ tools }) => {
        const tool = await tools.get('saw');
        await tools.put({ id: 'saw', stock: (tool?.stock ?? 0) - 1 });
      });
    await Promise.all([sell(), sell(), sell()]);
    expect(await stock()).toEqual(['saw 0']);
  });

  test('tell of each change, until the follower unsubscribes', async () => {
    backend = make();
    const told = vi.fn();
    const { unsubscribe } = backend.follow(stock).subscribe(told);
    await vi.waitFor(() => expect(told).toHaveBeenLastCalledWith([]));
    await backend.write(({ tools }) => tools.put({ id: 'saw', stock: 1 }));
    await vi.waitFor(() => expect(told).toHaveBeenLastCalledWith(['saw 1']));
    unsubscribe();
    const before = told.mock.calls.length;
    await backend.write(({ tools }) => tools.put({ id: 'saw', stock: 2 }));
    await stock();
    expect(told).toHaveBeenCalledTimes(before);
  });
});
