import { expect, test } from 'vitest';
import { sideBySide } from './side-by-side.ts';

/** Runs the tasks, each for two turns, and gives what began and ended, in order. */
async function course(tasks: { name: string; after?: string[] }[], width: number): Promise<string[]> {
  const seen: string[] = [];
  await sideBySide(tasks, width, async ({ name }) => {
    seen.push(`+${name}`);
    await Promise.resolve();
    seen.push(`-${name}`);
  });
  return seen;
}

test('as many tasks run at once as there is width for, in their order', async () => {
  const tasks = ['a', 'b', 'c'].map((name) => ({ name }));
  expect(await course(tasks, 1)).toEqual(['+a', '-a', '+b', '-b', '+c', '-c']);
  expect((await course(tasks, 2)).slice(0, 2)).toEqual(['+a', '+b']);
});

test('a task waits for those it comes after, and lets others pass meanwhile', async () => {
  const seen = await course([{ name: 'build' }, { name: 'e2e', after: ['build'] }, { name: 'unit' }], 2);
  expect(seen.indexOf('+unit')).toBeLessThan(seen.indexOf('+e2e'));
  expect(seen.indexOf('-build')).toBeLessThan(seen.indexOf('+e2e'));
});

test('a task whose forerunner is not among the tasks begins at once', async () => {
  expect(await course([{ name: 'e2e', after: ['build'] }], 2)).toEqual(['+e2e', '-e2e']);
});

test('a task that fails ends the whole', async () => {
  const failing = sideBySide([{ name: 'a' }], 2, () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
});

test('tasks that wait for each other are refused', async () => {
  const circle = [
    { name: 'a', after: ['b'] },
    { name: 'b', after: ['a'] },
  ];
  await expect(course(circle, 2)).rejects.toThrow('wait for each other');
});
