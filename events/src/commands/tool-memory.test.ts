import { expect, it } from 'vitest';
import { sampleTool } from '../testing/sample-shop.ts';
import { ToolMemory } from './tool-memory.ts';

it('recalls the tool that was noted last', () => {
  const memory = new ToolMemory();
  memory.note('tool-hammer', sampleTool({ rev: 1 }));
  memory.note('tool-hammer', sampleTool({ rev: 2 }));
  expect(memory.recall('tool-hammer')?.rev).toBe(2);
});

it('forgets a tool that is gone', () => {
  const memory = new ToolMemory();
  memory.note('tool-hammer', sampleTool());
  memory.note('tool-hammer', null);
  expect(memory.recall('tool-hammer')).toBeUndefined();
});

it('does not grow without an end', () => {
  const memory = new ToolMemory();
  for (let n = 0; n <= 2_000; n += 1) memory.note(`tool-${n}`, sampleTool());
  expect(memory.recall('tool-0')).toBeUndefined();
  expect(memory.recall('tool-2000')).toBeDefined();
});
