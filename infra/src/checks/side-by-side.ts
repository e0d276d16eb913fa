/** Something to do that may have to wait for others. */
interface Task {
  name: string;
  /** Names of the tasks that must have ended before this one begins. */
  after?: readonly string[];
}

/** Runs tasks in their order, at most `width` at once. A task waits only for those of `after` that are among the tasks. */
export async function sideBySide<T extends Task>(
  tasks: readonly T[],
  width: number,
  run: (task: T) => Promise<void>,
): Promise<void> {
  const waiting = [...tasks];
  const running = new Map<string, Promise<void>>();
  while (waiting.length + running.size > 0) {
    const unfinished = new Set([...waiting.map(({ name }) => name), ...running.keys()]);
    const next = waiting.findIndex(({ after = [] }) => !after.some((name) => unfinished.has(name)));
    const task = running.size < width ? waiting[next] : undefined;
    if (task === undefined) {
      if (running.size === 0) throw new Error('Tasks wait for each other');
      await Promise.race(running.values());
      continue;
    }
    waiting.splice(next, 1);
    running.set(
      task.name,
      run(task).finally(() => running.delete(task.name)),
    );
  }
}
