import { Code } from '@mantine/core';

/** A command to type at a terminal, on one line, so that nobody copies half of it. */
export function Command({ children }: { children: string }) {
  return <Code style={{ whiteSpace: 'nowrap' }}>{children}</Code>;
}
