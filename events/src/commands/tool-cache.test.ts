import { expect, it } from 'vitest';
import { sampleTool } from '../testing/sample-shop.ts';
import { ToolCache } from './tool-cache.ts';

it('returns the tool that was stored last', () => {
  const cache = new ToolCache(() => 0);
  cache.set('tool-hammer', sampleTool({ rev: 1 }));
  cache.set('tool-hammer', sampleTool({ rev: 2 }));
  expect(cache.get('tool-hammer')?.rev).toBe(2);
});

it('drops a tool that is gone', () => {
  const cache = new ToolCache(() => 0);
  cache.set('tool-hammer', sampleTool());
  cache.set('tool-hammer', null);
  expect(cache.get('tool-hammer')).toBeUndefined();
});

it('is bounded', () => {
  const cache = new ToolCache(() => 0);
  for (let n = 0; n <= 2_000; n += 1) cache.set(`tool-${n}`, sampleTool());
  expect(cache.get('tool-0')).toBeUndefined();
  expect(cache.get('tool-2000')).toBeDefined();
});

it('drops all tools when another Redis may have become the primary', () => {
  let term = 0;
  const cache = new ToolCache(() => term);
  cache.set('tool-hammer', sampleTool());
  expect(cache.get('tool-hammer')).toBeDefined();
  term = 1;
  expect(cache.get('tool-hammer')).toBeUndefined();
});
