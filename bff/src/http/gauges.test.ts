import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { gaugesOf } from './gauges.ts';

it('gauges of one reading ask once whenever they are read, and show nothing where it fails', async () => {
  const registry = new Registry();
  let asked = 0;
  let replicas: Record<string, number> | null = { a: 1, b: 2 };
  const gauges = gaugesOf(registry, async () => {
    asked += 1;
    if (replicas === null) throw new Error('away');
    return replicas;
  });
  gauges.one('replicas', 'how many', (reading) => Object.keys(reading).length);
  gauges.each('behind', 'bytes', 'replica', Object.entries);
  const shown = async () => (await registry.metrics()).split('\n').filter((line) => /^[^#]/.test(line));
  expect(asked).toBe(0);
  expect(await shown()).toEqual(['replicas 2', 'behind{replica="a"} 1', 'behind{replica="b"} 2']);
  expect(asked).toBe(1);
  replicas = { b: 3 };
  expect(await shown()).toEqual(['replicas 1', 'behind{replica="b"} 3']);
  replicas = null;
  expect(await shown()).toEqual([]);
  expect(asked).toBe(3);
});
