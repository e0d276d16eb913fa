import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inOrder } from './checked-log.ts';

async function* numbers(end: number): AsyncGenerator<number> {
  for (let n = 0; n < end; n += 1) yield n;
}

async function listed<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe('work in order', () => {
  it('gives its results in the order of the items, however long each takes', async () => {
    const work = async (n: number): Promise<number> => {
      for (let turn = n % 3; turn > 0; turn -= 1) await setImmediate();
      return n;
    };
    expect(await listed(inOrder(numbers(7), 3, work))).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('has as many items at work as it is told, and no more', async () => {
    let atWork = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++atWork);
      await setImmediate();
      atWork -= 1;
    };
    await listed(inOrder(numbers(9), 2, work));
    expect(most).toBe(2);
  });

  it('stops at the first failure, and what is still at work then fails unheard', async () => {
    const work = async (n: number): Promise<number> => {
      await setImmediate();
      if (n > 0) throw new Error(`${n} failed`);
      return n;
    };
    await expect(listed(inOrder(numbers(4), 2, work))).rejects.toThrow('1 failed');
  });
});
