import type { Operations } from '@karigar/bff/contracts';
import { Badge, Text } from '@mantine/core';
import classes from './operations.module.css';
import { Panel } from './panel.tsx';

/** What the shop stands on, and whether each of it answered just now. */
export function Dependencies({ dependencies }: Pick<Operations, 'dependencies'>) {
  return (
    <Panel title="Dependencies">
      <ul className={classes.list}>
        {dependencies.map((dependency) => (
          <li key={dependency.name} className={classes.line}>
            <Badge color={dependency.ok ? 'bottle' : 'red'}>{dependency.ok ? 'Up' : 'Down'}</Badge>
            <Text span fw={600}>
              {dependency.name}
            </Text>
            <Text span size="sm" c="dimmed" className={classes.last}>
              {[dependency.detail, `${Math.round(dependency.ms)} ms`].filter(Boolean).join(', ')}
            </Text>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
