import type { ReactNode } from 'react';
import classes from './story.module.css';

/** Which mark an entry has: an empty ring, a full one for what the shop is glad of, a red one for what ends an order or goes wrong. */
export type StoryTone = 'plain' | 'good' | 'end';

/** What happened to an order, one entry below the other. */
export const Story = ({ children }: { children: ReactNode }) => <ol className={classes.list}>{children}</ol>;

/** One thing that happened. */
export const StoryEntry = ({
  title,
  tone = 'good',
  children,
}: {
  title: string;
  tone?: StoryTone;
  children: ReactNode;
}) => (
  <li className={classes.entry} data-tone={tone}>
    <strong>{title}</strong>
    {children}
  </li>
);
