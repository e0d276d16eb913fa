import type { Operations } from '@karigar/bff/contracts';
import { Badge, Text } from '@mantine/core';
import { dateTime } from '../../../shared/ui/time.ts';
import classes from './operations.module.css';
import { Panel } from './panel.tsx';
import { WithOrderLinks } from './with-order-links.tsx';

/** What kind of trouble it is, by the kind of the record; a kind of a newer server keeps its own name. */
const kinds: Readonly<Record<string, string>> = {
  'payment.disputed': 'Payment disputed',
  'payment.event-failed': 'Unknown provider message',
  'payment.mismatch': 'Payment does not match',
  'payment.refund-refused': 'Refund refused',
  'payment.unbound': 'Payment without an order',
  'payment.unknown-order': 'Payment for an unknown order',
  'refund.failed': 'Refund failed',
};

/** Payments and refunds that no rule can settle, each until a person has looked at it. */
export function NeedsPerson({ entries }: { entries: Operations['needsPerson'] }) {
  return (
    <Panel title="Payments that need attention">
      {entries.length === 0 ? (
        <Text>None. All payments and refunds went through.</Text>
      ) : (
        <ul className={classes.list}>
          {entries.map((entry) => (
            <li key={entry.id} className={classes.line}>
              <Badge color="marigold">{kinds[entry.kind] ?? entry.kind}</Badge>
              <Text span className={classes.words}>
                <WithOrderLinks text={entry.detail} />
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
