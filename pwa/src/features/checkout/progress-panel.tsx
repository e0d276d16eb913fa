import type { ReactNode } from 'react';
import classes from './order-progress.module.css';

interface ProgressPanelProps {
  tone: 'calm' | 'ask';
  icon: ReactNode;
  title: string;
  children: ReactNode;
}

/** One thing that the person is told about an order, beside the form; what 'ask's for an answer is read out at once. */
export function ProgressPanel({ tone, icon, title, children }: ProgressPanelProps) {
  return (
    <section className={classes.panel} data-tone={tone} role={tone === 'ask' ? 'alert' : 'status'}>
      <span className={classes.icon}>{icon}</span>
      <div className={classes.words}>
        <h2 className={classes.title}>{title}</h2>
        {children}
      </div>
    </section>
  );
}
