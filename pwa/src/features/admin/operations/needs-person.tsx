import type { Operations } from '@karigar/bff/contracts';
import { Badge, Text } from '@mantine/core';
import { dateTime } from '../../../shared/ui/time.ts';
import classes from './operations.module.css';
import { Panel } from './panel.tsx';

/** Payments that no rule can settle, each until a person has looked at it. */
export function NeedsPerson({ entries }: { entries: Operations['needsPerson'] }) {
  return (
    <Panel title="Payments that need a person">
      {entries.length === 0 ? (
        <Text>None. Every payment found its order.</Text>
      ) : (
        <ul className={classes.list}>
          {entries.map((entry) => (
            <li key={entry.id} className={classes.line}>
              <Badge color="marigold">{entry.kind}</Badge>
              <Text span className={classes.words}>
                {entry.detail}
              </Text>
              <Text span size="sm" c="dimmed" className={classes.last}>
                {dateTime(entry.at)}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
