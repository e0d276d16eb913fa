import { Code } from '@mantine/core';
import classes from './operations.module.css';

/** A command to type at a terminal, on one line, so that nobody copies half of it. */
export function Command({ children }: { children: string }) {
  return <Code className={classes.command ?? ''}>{children}</Code>;
}
